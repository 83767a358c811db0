import { hostOf } from '../lib/host-of.ts';
import { createStore } from '../lib/store.ts';

/** A host that failed this many times and never answered counts as dead. */
const FAILURES_OF_A_DEAD_HOST = 3;

/** Remembers failed pictures and dead hosts, so that neither is requested again. */
export function createImageMemory() {
  const failedUrls = new Set<string>();
  const failures = new Map<string, number>();
  const living = new Set<string>();
  const deaths = createStore(0);

  const dead = (host: string) => !living.has(host) && (failures.get(host) ?? 0) >= FAILURES_OF_A_DEAD_HOST;

  return {
    /** The URLs still worth requesting, in order. */
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
      if (!before && dead(host)) deaths.set(deaths.get() + 1);
    },
    /** The number of dead hosts, which lazy pictures follow to skip those. */
    deaths,
  };
}

/** Shared by the whole page. */
export const imageMemory = createImageMemory();
