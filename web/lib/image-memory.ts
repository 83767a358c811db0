/** A host that failed this often and never answered counts as dead. */
const FAILURES_OF_A_DEAD_HOST = 3;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** Remembers which pictures failed, and which hosts are dead, so that neither is asked for again. */
export function createImageMemory() {
  const failedUrls = new Set<string>();
  const failures = new Map<string, number>();
  const living = new Set<string>();
  const listeners = new Set<() => void>();
  let deaths = 0;

  const dead = (host: string) => !living.has(host) && (failures.get(host) ?? 0) >= FAILURES_OF_A_DEAD_HOST;

  return {
    /** The addresses still worth a request, in their order. */
    usable: (urls: readonly string[]): string[] =>
      urls.filter((url) => !failedUrls.has(url) && !dead(hostOf(url))),
    loaded: (url: string): void => {
      living.add(hostOf(url));
    },
    failed: (url: string): void => {
      if (failedUrls.has(url)) return;
      const host = hostOf(url);
      const before = dead(host);
      failedUrls.add(url);
      failures.set(host, (failures.get(host) ?? 0) + 1);
      if (before || !dead(host)) return;
      deaths++;
      for (const listener of listeners) listener();
    },
    /** Tells when a host has died: pictures that wait to come into sight need not try it. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** How many hosts have died so far. */
    deaths: (): number => deaths,
  };
}

/** The memory of this visit. */
export const imageMemory = createImageMemory();
