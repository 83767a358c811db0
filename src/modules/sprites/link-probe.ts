/** How a picture's host answered: null when it has the picture, else why not. */
export type ProbeFault = 'offline' | 'gone' | null;

const AT_ONCE = 8;
const TIMEOUT_MS = 5_000;

/** A host that has lost a picture often leads to another one, so a redirect counts as gone too. */
async function probe(url: string): Promise<ProbeFault> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { ok, headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal });
    return ok && headers.get('content-type')?.startsWith('image/') ? null : 'gone';
  } catch {
    return 'offline';
  }
}

/**
 * Asks hosts for pictures, some at once and 5 s each: by address what they said. `offline`: no answer.
 *
 * @param told hears how many were asked so far
 */
export async function probeLinks(
  urls: readonly string[],
  told: (asked: number) => void,
): Promise<Map<string, ProbeFault>> {
  const answers = new Map<string, ProbeFault>();
  const waiting = [...new Set(urls)].values();
  const ask = async () => {
    for (const url of waiting) {
      answers.set(url, await probe(url));
      told(answers.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return answers;
}
