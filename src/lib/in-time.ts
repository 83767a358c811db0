import { setTimeout } from 'node:timers/promises';

/** The result, or null after the time limit; the work itself is not cancelled. */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const stop = new AbortController();
  const late = setTimeout(ms, null, { signal: stop.signal }).catch(() => null);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}
