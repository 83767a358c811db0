/** The pause after the first failure, doubled after each further one. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** Bounds of the estimated wait at the limit. Retrying too early is expensive. */
const MIN_FULL_MS = 250;
const MAX_FULL_MS = 15_000;

/** `unknown`: the job ended before it could find out. */
export type Outcome = 'worked' | 'failed' | 'unknown';

/** One job inside a gate. */
interface Passage {
  /** Milliseconds of `performance.now()`. */
  readonly since: number;
  /** Number of openings and closings before this passage. */
  readonly round: number;
}

/** Random, so that waiting jobs do not all return at the same moment. */
const spread = (ms: number) => ms * (1 + Math.random());

/**
 * Limits the jobs that use one resource concurrently, and stops them while it fails: it is closed for a pause of 1 s,
 * doubled up to 60 s, and after each pause one job probes it. Jobs that have to wait are remembered, so that they
 * can run at once when it works again.
 */
export class Gate {
  readonly #limit: number;
  /** Oldest first. */
  readonly #inside = new Set<Passage>();
  readonly #waiting = new Set<string>();
  #failures = 0;
  #closedUntil = 0;
  #round = 0;
  /** Whether a waiting job returns when the pause ends. */
  #hasNextProbe = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** Milliseconds that this job has to wait; 0 when it may enter. */
  waitMs(jobId: string): number {
    const now = performance.now();
    const ms = this.isFailing ? this.#waitForProbe(now) : this.#waitForTurn(now);
    if (ms > 0) this.#waiting.add(jobId);
    return ms;
  }

  /** For a job that does not wait for this gate any longer. */
  forget(jobId: string): void {
    this.#waiting.delete(jobId);
  }

  enter(jobId: string): Passage {
    this.forget(jobId);
    const passage = { since: performance.now(), round: this.#round };
    this.#inside.add(passage);
    return passage;
  }

  /** @returns the waiting jobs that may run now */
  leave(passage: Passage, outcome: Outcome): string[] {
    this.#inside.delete(passage);
    // Jobs that were inside together count as one failure.
    if (outcome === 'failed' && passage.round === this.#round) this.#close();
    if (outcome !== 'worked') return [];
    const room = this.isFailing ? this.#waiting.size : this.#limit - this.#inside.size;
    if (this.isFailing) this.#open();
    const due = this.#waiting.values().take(room).toArray();
    for (const jobId of due) this.forget(jobId);
    return due;
  }

  get #pauseMs(): number {
    return Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), MAX_PAUSE_MS);
  }

  #open(): void {
    this.#failures = 0;
    this.#closedUntil = 0;
    this.#round += 1;
  }

  #close(): void {
    this.#failures += 1;
    this.#round += 1;
    this.#closedUntil = performance.now() + this.#pauseMs;
    this.#hasNextProbe = false;
  }

  #waitForProbe(now: number): number {
    const closedMs = this.#closedUntil - now;
    if (closedMs <= 0) return this.#isProbed() ? spread(this.#pauseMs) : 0;
    if (this.#hasNextProbe) return spread(closedMs);
    this.#hasNextProbe = true;
    return closedMs;
  }

  #isProbed(): boolean {
    return this.#inside.values().some(({ round }) => round === this.#round);
  }

  #waitForTurn(now: number): number {
    if (this.#inside.size < this.#limit) return 0;
    const [oldest] = this.#inside;
    const estimate = ((this.#waiting.size + 1) * (now - (oldest?.since ?? now))) / this.#limit;
    return spread(Math.min(Math.max(estimate, MIN_FULL_MS), MAX_FULL_MS));
  }
}
