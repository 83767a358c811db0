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

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MIN = 60;

/** The wait after so many failures of another host: a minute, then twice as long each time, an hour at most. */
export const waitAfterFailures = (failures: number): number =>
  Math.min(2 ** (failures - 1), LONGEST_WAIT_MIN) * MINUTE_MS;
