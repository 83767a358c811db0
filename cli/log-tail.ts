import { setTimeout as delay } from 'node:timers/promises';
import type { LogEntry } from '../src/contract/admin/logs.ts';
import type { LogExportFilter } from '../src/modules/logs/log-export.service.ts';
import type { LogQueries } from '../src/modules/logs/logs.queries.ts';

const POLL_MS = 500;
/** Every process stores its lines in batches, so those of one may come later than newer ones of another. */
const LATE_MS = 10_000;
const BATCH = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The newest lines of the log, and then those that come. */
export class LogTail {
  readonly #queries: LogQueries;
  readonly #filter: LogExportFilter;
  /** The lines of the last seconds that were shown, or left out, and when they were written. */
  #seen = new Map<string, number>();
  #newest = Date.now();

  constructor(queries: LogQueries, filter: LogExportFilter) {
    this.#queries = queries;
    this.#filter = filter;
  }

  /** The newest lines, the oldest of them first. */
  async last(lines: number): Promise<LogEntry[]> {
    for await (const line of this.#late()) this.#see(line);
    const last = await this.#queries.newest(this.#filter, lines);
    for (const line of last) this.#see(line);
    return last.toReversed();
  }

  /** Lines that were not there for `last`, each once, until the signal. */
  async *next(signal: AbortSignal): AsyncGenerator<LogEntry> {
    while (!signal.aborted) {
      for await (const line of this.#late()) {
        if (this.#seen.has(line.id)) continue;
        this.#see(line);
        yield line;
      }
      this.#forget();
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Every line of the last seconds. */
  async *#late(): AsyncGenerator<LogEntry> {
    let position = { at: new Date(this.#newest - LATE_MS), id: FIRST_ID };
    let batch: LogEntry[];
    do {
      batch = await this.#queries.after(this.#filter, position, BATCH);
      yield* batch;
      const last = batch.at(-1);
      if (last) position = { at: new Date(last.timestamp), id: last.id };
    } while (batch.length === BATCH);
  }

  #see({ id, timestamp }: LogEntry): void {
    const at = Date.parse(timestamp);
    this.#seen.set(id, at);
    this.#newest = Math.max(this.#newest, at);
  }

  #forget(): void {
    const since = this.#newest - LATE_MS;
    this.#seen = new Map([...this.#seen].filter(([, at]) => at >= since));
  }
}
