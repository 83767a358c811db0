import { setTimeout as delay } from 'node:timers/promises';
import type { LogEntry } from '../src/contract/admin/logs.ts';
import { MINUTE_MS } from '../src/contract/shared/dates.ts';
import { databaseProblemOf } from '../src/db/problems.ts';
import type { LogFilter } from '../src/modules/logs/log.filter.ts';
import type { LogQueries } from '../src/modules/logs/logs.queries.ts';

const POLL_MS = 500;
/** Every process stores its lines in batches, so a line may be stored after newer lines of another process. */
const LATE_MS = 10_000;
/** While the database is unavailable, processes hold their lines; they store them within this time of its return. */
const HELD_MS = 30_000;
/** How often, and for how long, an unavailable database is tried again. */
const RETRY_MS = 2_000;
const GIVE_UP_MS = 10 * MINUTE_MS;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export class LogTail {
  readonly #queries: LogQueries;
  readonly #filter: LogFilter;
  /** Ids of recent lines that were shown or deliberately left out, with their times. */
  #seen = new Map<string, number>();
  #newest = Date.now();
  /** Since when lines may be missing because the database was unavailable. */
  #missingSince = Number.POSITIVE_INFINITY;

  constructor(queries: LogQueries, filter: LogFilter) {
    this.#queries = queries;
    this.#filter = filter;
  }

  /** The newest lines, oldest first. */
  async last(lines: number): Promise<LogEntry[]> {
    // Lines that are already stored but not among the last ones are left out of `next` too.
    for await (const line of this.#recent()) this.#see(line);
    const last = await this.#queries.newest(this.#filter, lines);
    for (const line of last) this.#see(line);
    return last.toReversed();
  }

  /**
   * Lines stored after `last`, each once, until the signal aborts. Waits for an unavailable database.
   *
   * @param onOutage called once for each outage of the database
   * @throws Error when the database is unavailable for 10 minutes.
   */
  async *next(signal: AbortSignal, onOutage: () => void): AsyncGenerator<LogEntry> {
    let outageSince: number | undefined;
    let backSince = 0;
    while (!signal.aborted) {
      try {
        yield* this.#unseen();
        if (outageSince !== undefined) backSince = performance.now();
        outageSince = undefined;
        if (performance.now() - backSince > HELD_MS) this.#missingSince = Number.POSITIVE_INFINITY;
      } catch (error) {
        // Its connection is closed while the process ends.
        if (signal.aborted) return;
        if (!databaseProblemOf(error)) throw error;
        if (outageSince === undefined) onOutage();
        outageSince ??= performance.now();
        this.#missingSince = Math.min(this.#missingSince, this.#newest);
        if (performance.now() - outageSince > GIVE_UP_MS) throw error;
      }
      const pause = outageSince === undefined ? POLL_MS : RETRY_MS;
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  async *#unseen(): AsyncGenerator<LogEntry> {
    for await (const line of this.#recent()) {
      if (this.#seen.has(line.id)) continue;
      this.#see(line);
      yield line;
    }
    this.#forget();
  }

  /** When the window begins in which late lines can appear. */
  get #start(): number {
    return Math.min(this.#newest, this.#missingSince) - LATE_MS;
  }

  /** All lines in that window. */
  #recent(): AsyncGenerator<LogEntry> {
    return this.#queries.rows(this.#filter, { at: new Date(this.#start), id: FIRST_ID });
  }

  #see({ id, timestamp }: LogEntry): void {
    const at = Date.parse(timestamp);
    this.#seen.set(id, at);
    this.#newest = Math.max(this.#newest, at);
  }

  #forget(): void {
    const start = this.#start;
    this.#seen = new Map([...this.#seen].filter(([, at]) => at >= start));
  }
}
