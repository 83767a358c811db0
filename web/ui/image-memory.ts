import { hostOf } from '../lib/host-of.ts';
import { createStore } from '../lib/store.ts';

/** A host that failed this many times in a minute, and never answered, counts as dead for the rest of that minute. */
const FAILURES_OF_A_DEAD_HOST = 3;
const MINUTE_MS = 60_000;

/** Remembers failed pictures until the network is back, and dead hosts, so that neither is requested again. */
export function createImageMemory() {
  const failedUrls = new Set<string>();
  /** When pictures of a host failed, in the last minute. */
  const failures = new Map<string, number[]>();
  const living = new Set<string>();
  const changes = createStore(0);

  const recent = (host: string) => failures.get(host)?.filter((at) => at > Date.now() - MINUTE_MS) ?? [];
  const dead = (host: string) => !living.has(host) && recent(host).length >= FAILURES_OF_A_DEAD_HOST;

  return {
    /** The URLs still worth requesting, in order. */
    usable: (urls: readonly string[]): string[] =>
      urls.filter((url) => !failedUrls.has(url) && !dead(hostOf(url))),
    loaded: (url: string): void => {
      living.add(hostOf(url));
    },
    failed: (url: string): void => {
      if (failedUrls.has(url)) return;
      failedUrls.add(url);
      // Without a network every host fails.
      if (navigator.onLine === false) return;
      const host = hostOf(url);
      const before = dead(host);
      failures.set(host, [...recent(host), Date.now()]);
      if (!before && dead(host)) changes.set(changes.get() + 1);
    },
    forget(): void {
      failedUrls.clear();
      failures.clear();
      changes.set(changes.get() + 1);
    },
    /** Counts what changes the URLs of other pictures, which lazy ones follow. */
    changes,
  };
}

/** Shared by the whole page. */
export const imageMemory = createImageMemory();
globalThis.addEventListener?.('online', imageMemory.forget);
