import type { LogEntry } from '../../contract/admin/logs.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { Outage } from '../../lib/process/outage.ts';

const BATCH = 500;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 10_000;

interface LogWriterOptions {
  /** Must not write to this writer. */
  logger: Logger;
  /** What fails, for the log: "writing log files". */
  work: string;
  /** Where lost lines are missing, for the log: "in the files". */
  place: string;
  flushMs: number;
  /** How many lines may wait; beyond it the oldest are lost. */
  most: number;
}

/** Writes lines in batches. While that fails, which is reported once, they wait and are tried again. */
export abstract class LogWriter {
  readonly #options: LogWriterOptions;
  readonly #outage: Outage;
  #waiting: LogEntry[] = [];
  #lost = 0;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(options: LogWriterOptions) {
    this.#options = options;
    this.#outage = new Outage(options.logger, options.work);
  }

  /** False while lines can only wait. */
  protected abstract get canWrite(): boolean;

  /**
   * Writes lines.
   *
   * @param lines may lose those that are written, so that only the rest is written again after a failure
   * @returns how many lines can never be written
   */
  protected abstract write(lines: LogEntry[]): Promise<number>;

  push(entry: LogEntry): void {
    this.#waiting.push(entry);
    this.#drop();
    this.schedule();
  }

  /** Writes the lines that wait. Stops at the first failure and retries later. */
  async flush(): Promise<void> {
    // Another caller may have waited for the same lines, and write the next ones now.
    while (this.#writing !== undefined) await this.#writing;
    if (this.#waiting.length === 0 || !this.canWrite) return;
    this.#cancel();
    this.#writing = this.#writeAll();
    await this.#writing;
    this.#writing = undefined;
  }

  protected schedule(): void {
    if (this.#waiting.length === 0 || !this.canWrite) return;
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LAST_RETRY_MS);
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        void this.flush();
      },
      this.#failures > 0 ? retryMs : this.#options.flushMs,
    ).unref();
  }

  /** Retries no more, and reports no further failure. */
  protected end(): void {
    this.#cancel();
    this.#outage.end();
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Drops lines in batches, because each removal at the front of an array moves all other elements. */
  #drop(): void {
    const surplus = this.#waiting.length - this.#options.most;
    if (surplus < BATCH) return;
    this.#waiting.splice(0, surplus);
    this.#lost += surplus;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.splice(0, BATCH);
      try {
        this.#lost += await this.write(lines);
      } catch (error) {
        this.#waiting = [...lines, ...this.#waiting];
        this.#drop();
        this.#failures += 1;
        this.#outage.failed(error);
        this.schedule();
        return;
      }
    }
    this.#failures = 0;
    this.#outage.worked();
    const { logger, place } = this.#options;
    if (this.#lost > 0) logger.warn({ lost: this.#lost }, `log lines are missing ${place}`);
    this.#lost = 0;
  }
}
