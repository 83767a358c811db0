import type { Logger } from '../../lib/process/logger.ts';
import { Outage } from '../../lib/process/outage.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { NoStandbyError, type ReadServer } from './server.ts';

/**
 * `ok` answers reads. `starting` has not been asked yet; `away` does not respond or fails; `lagging` lacks changes for
 * longer than the limit; `promoted` is a primary itself; `diverged` shows changes that the primary does not have.
 */
export type StandbyState = 'ok' | 'starting' | 'away' | 'lagging' | 'promoted' | 'diverged';

/** Milliseconds. */
export interface StandbyLimits {
  /** How long a read waits for a standby that lacks a change. */
  waitMs: number;
  /** A standby that lacks a change for longer is left out. */
  lagMs: number;
}

export const STANDBY_LIMITS: StandbyLimits = { waitMs: 100, lagMs: 5_000 };

/** A check that takes longer has failed. */
const CHECK_MS = 1_000;
/** Pauses between checks: while reads wait, while it lacks a change, and otherwise. */
const PAUSE_MS = { awaited: 3, behind: 50, idle: 500 };
/** Pause after the first failure in a row; doubled up to the longest. */
const BACKOFF_MS = { first: 250, longest: 10_000 };

const REASONS: Record<Exclude<StandbyState, 'ok' | 'starting' | 'away'>, string> = {
  lagging: 'It has lacked changes of the primary for too long',
  promoted: 'It is no longer a standby',
  diverged: 'It shows changes that the primary does not have',
};

interface Waiter {
  sequence: number;
  settle: (reached: boolean) => void;
}

/**
 * A standby, and whether it may answer reads. One loop checks it, fast while reads wait for it: the number of waiting
 * reads does not matter.
 */
export class Standby {
  readonly server: ReadServer;
  readonly #primary: ReadServer;
  readonly #limits: StandbyLimits;
  readonly #outage: Outage;
  readonly #waiters = new Set<Waiter>();
  readonly #firstCheck = Promise.withResolvers<void>();
  readonly #closed = new AbortController();
  #state: StandbyState = 'starting';
  /** A number of the primary that it lacks, and since when. */
  #missing: { sequence: number; since: number } | undefined;
  #comparedAt = Number.NEGATIVE_INFINITY;
  /** The latest of its changes that the primary has confirmed. */
  #confirmed = 0;
  #isForeign = false;
  #failures = 0;
  /** Ends the reads in progress. */
  readonly #reading = new Set<(reason: Error) => void>();
  #wake: () => void = () => undefined;
  #loop: Promise<void> | undefined;

  constructor(server: ReadServer, primary: ReadServer, limits: StandbyLimits, logger: Logger) {
    this.server = server;
    this.#primary = primary;
    this.#limits = limits;
    this.#outage = new Outage(logger.child({ category: 'database' }), `the standby ${server.name}`, 'warn');
  }

  get state(): StandbyState {
    return this.#state;
  }

  /** Milliseconds for which it has lacked a change of the primary. */
  get lagMs(): number {
    return this.#missing ? performance.now() - this.#missing.since : 0;
  }

  /** Whether it may answer a read that must see this change. */
  shows(sequence: number): boolean {
    return this.#state === 'ok' && this.server.sequence >= sequence;
  }

  /** Starts the checks, once. Resolves after the first. */
  start(): Promise<void> {
    this.#loop ??= this.#run();
    return this.#firstCheck.promise;
  }

  /** Records that the primary shows this number, since a moment of `performance.now()`. */
  expect(sequence: number, since: number): void {
    if (this.#missing || this.server.sequence >= sequence) return;
    this.#missing = { sequence, since };
    this.#wake();
  }

  /** How long a read may wait for it: not again for a change that others have waited for. */
  get patienceMs(): number {
    return this.#state === 'ok' ? Math.max(0, this.#limits.waitMs - this.lagMs) : 0;
  }

  /** Waits until it shows this number. @returns false when it does not within `ms`, or is left out */
  waitFor(sequence: number, ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { sequence, settle: resolve };
    const timer = setTimeout(() => resolve(false), ms);
    this.#waiters.add(waiter);
    this.#wake();
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
    });
  }

  /** The result of a read, or a rejection as soon as the standby is left out: a silent server is not waited for. */
  orLost<T>(read: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#reading.add(reject);
    void read.then(resolve, reject).finally(() => this.#reading.delete(reject));
    return promise;
  }

  /** Leaves it out until a later check succeeds: a read failed here that the primary could answer. */
  failed(error: unknown): void {
    // All reads that a lost connection or a silent server ends are one failure.
    if (this.#state !== 'ok') return;
    this.#failures += 1;
    this.#become('away', error);
  }

  async close(): Promise<void> {
    this.#outage.end();
    this.#closed.abort();
    this.#wake();
    await this.#loop;
    await this.server.close();
  }

  async #run(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      await this.#check();
      this.#firstCheck.resolve();
      await this.#pause();
    }
  }

  async #check(): Promise<void> {
    try {
      const { sequence, isStandby } = await withTimeout(
        CHECK_MS,
        'the position of the standby',
        this.server.position(),
      );
      if (this.#missing && sequence >= this.#missing.sequence) this.#missing = undefined;
      const comparing = this.#compare(sequence);
      // Reads that wait for a standby in use do not wait for the primary.
      if (this.#state !== 'ok') await comparing;
      this.#failures = 0;
      if (!isStandby) this.#become('promoted');
      else if (this.#isForeign) this.#become('diverged');
      else this.#become(this.lagMs > this.#limits.lagMs ? 'lagging' : 'ok');
    } catch (error) {
      this.#failures += 1;
      this.#become(error instanceof NoStandbyError ? 'promoted' : 'away', error);
    }
    for (const { sequence, settle } of this.#waiters) {
      if (this.shows(sequence)) settle(true);
      else if (this.#state !== 'ok') settle(false);
    }
  }

  /** Finds out now and then what it lacks, and whether the primary has its latest change too. */
  async #compare(sequence: number): Promise<void> {
    const now = performance.now();
    if (now - this.#comparedAt < PAUSE_MS.idle) return;
    this.#comparedAt = now;
    try {
      const { sequence: latest } = await withTimeout(
        CHECK_MS,
        'the position of the primary',
        this.#primary.position(),
      );
      this.expect(latest, now);
      const isConfirmed = sequence === latest || sequence === 0 || sequence === this.#confirmed;
      this.#isForeign =
        !isConfirmed &&
        !(await withTimeout(CHECK_MS, 'a question to the primary', this.#primary.has(sequence)));
      if (!this.#isForeign) this.#confirmed = sequence;
    } catch {
      // Without the primary nobody knows what is missing; the numbers of the readers still hold.
    }
  }

  #become(state: Exclude<StandbyState, 'starting'>, error?: unknown): void {
    const was = this.#state;
    this.#state = state;
    if (state === 'ok') this.#outage.worked();
    else this.#outage.failed(state === 'away' ? error : new Error(REASONS[state]));
    if (was !== 'ok' || state === 'ok') return;
    for (const end of this.#reading) end(new Error(`The standby ${this.server.name} was left out`));
  }

  #pause(): Promise<void> {
    if (this.#closed.signal.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const isAway = this.#state === 'away';
    const backoff = Math.min(BACKOFF_MS.first * 2 ** (this.#failures - 1), BACKOFF_MS.longest);
    const awaited =
      this.#waiters.size > 0 ? PAUSE_MS.awaited : this.#missing ? PAUSE_MS.behind : PAUSE_MS.idle;
    const timer = setTimeout(resolve, isAway ? backoff : awaited).unref();
    // A waiting read must not make the checks of a broken server more frequent.
    this.#wake = () => {
      if (!isAway || this.#closed.signal.aborted) resolve();
    };
    return promise.finally(() => clearTimeout(timer));
  }
}
