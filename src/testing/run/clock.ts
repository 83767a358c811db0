import type { Clock } from '../../lib/clock.ts';

/** A clock that only moves on demand. */
export class TestClock implements Clock {
  #now: Date;

  constructor(now: Date = new Date()) {
    this.#now = now;
  }

  now(): Date {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms);
  }
}

/**
 * True in the runs of `npm run test:dates`. libfaketime shows the real time to a signal handler that interrupts a wait,
 * so a PostgreSQL that waits neither times out nor detects deadlocks; tests that need that are skipped.
 */
export const CLOCK_IS_FAKED = process.env.FAKETIME !== undefined;
