import type { Clock } from '../lib/clock.ts';

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
