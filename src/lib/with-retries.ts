import { setTimeout as delay } from 'node:timers/promises';

export interface Retries {
  /** Maximum number of attempts. */
  tries: number;
  pauseMs: number;
}

/** Repeats work that failed, with a pause between the attempts. @throws the error of the last attempt */
export async function withRetries<T>({ tries, pauseMs }: Retries, work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried >= tries) throw error;
      await delay(pauseMs);
    }
  }
}
