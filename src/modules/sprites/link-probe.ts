/** The result of a probe: null when the host has the picture, otherwise the reason. */
export type ProbeError = 'offline' | 'gone' | null;

const CONCURRENCY = 8;
const TIMEOUT_MS = 5_000;

/** A redirect counts as gone, because image hosts often redirect missing pictures to a placeholder. */
async function probe(url: string): Promise<ProbeError> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { ok, headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal });
    return ok && headers.get('content-type')?.startsWith('image/') ? null : 'gone';
  } catch {
    return 'offline';
  }
}

/**
 * Probes pictures concurrently, with a timeout of 5 s each. Returns the results by URL; `offline` means no response.
 *
 * @param onProgress called with the number of URLs probed so far
 */
export async function probeLinks(
  urls: readonly string[],
  onProgress: (probed: number) => void,
): Promise<Map<string, ProbeError>> {
  const results = new Map<string, ProbeError>();
  const waiting = [...new Set(urls)].values();
  const probeNext = async () => {
    for (const url of waiting) {
      results.set(url, await probe(url));
      onProgress(results.size);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, probeNext));
  return results;
}
