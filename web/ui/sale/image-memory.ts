import { MINUTE_MS } from '../../../src/contract/shared/dates.ts';
import { createStore } from '../../lib/store.ts';

/** A host that failed this many times in a minute, and never answered, counts as dead for the rest of that minute. */
const FAILURES_OF_A_DEAD_HOST = 3;

/** A host may have no `.png` and all pictures as `.jpg`, so that each ending counts as a host. */
const hostAndEnding = (url: string): string => `${url.split('/')[2]} ${url.slice(url.lastIndexOf('.'))}`;

/** Remembers failed pictures until the network is back, and dead hosts, so that neither is requested again. */
export function createImageMemory() {
  const failedUrls = new Set<string>();
  /** When pictures of a host failed, in the last minute. */
  const failures = new Map<string, number[]>();
  const living = new Set<string>();
  const changes = createStore(0);

  const recent = (host: string) => failures.get(host)?.filter((at) => at > Date.now() - MINUTE_MS) ?? [];
  const dead = (host: string) => !living.has(host) && recent(host).length >= FAILURES_OF_A_DEAD_HOST;
  const changed = () => changes.set(changes.get() + 1);

  return {
    /**
     * The URL to show, in order of preference; undefined when none is worth requesting. One that was requested stays until
     * it fails: only its answer distinguishes a dead host from missing pictures.
     */
    choose: (urls: readonly string[], requested?: string): string | undefined =>
      urls.find((url) => url === requested && !failedUrls.has(url)) ??
      urls.find((url) => !failedUrls.has(url) && !dead(hostAndEnding(url))),
    loaded: (url: string): void => {
      const host = hostAndEnding(url);
      const before = dead(host);
      living.add(host);
      if (before) changed();
    },
    failed: (url: string): void => {
      if (failedUrls.has(url)) return;
      failedUrls.add(url);
      // Without a network every host fails.
      if (navigator.onLine === false) return;
      const host = hostAndEnding(url);
      failures.set(host, [...recent(host), Date.now()]);
    },
    forget(): void {
      failedUrls.clear();
      failures.clear();
      changed();
    },
    /** Counts what makes other pictures worth requesting again. */
    changes,
  };
}

/** Shared by the whole page. */
export const imageMemory = createImageMemory();
globalThis.addEventListener?.('online', imageMemory.forget);
