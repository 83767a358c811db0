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
