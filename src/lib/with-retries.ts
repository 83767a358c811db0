import { setTimeout as delay } from 'node:timers/promises';

const TRIES = 5;
const PAUSE_MS = 500;

/** Repeats work that failed, four times at most, with a pause before each. @throws the error of the last attempt */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried >= TRIES) throw error;
      await delay(PAUSE_MS);
    }
  }
}

/** How long to wait for a server that is starting, shutting down or recovering. */
const START_MS = 60_000;
const POLL_MS = 250;

/** Repeats work while a server is starting, for a minute at most. @throws the error of the last attempt */
export async function whileStarting<T>(
  work: () => Promise<T>,
  isStarting: (error: unknown) => boolean,
): Promise<T> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isStarting(error) || performance.now() > deadline) throw error;
      await delay(POLL_MS);
    }
  }
}
