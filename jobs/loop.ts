import type { Logger } from '../src/lib/process/logger.ts';
import { Outage } from '../src/lib/process/outage.ts';
import { inTime } from '../src/lib/with-timeout.ts';

const RETRY_MS = 1_000;
const END_MS = 5_000;

interface LoopOptions {
  /** The subject of the log lines when it fails, such as "handing jobs to the queue". */
  what: string;
  logger: Logger;
  /** Does a bounded amount of work; returns how many milliseconds to wait before the next step. */
  step: () => Promise<number>;
}

/** Repeats a step, one at a time, until it is closed. A failed step is retried after a second. */
export class Loop {
  readonly #step: () => Promise<number>;
  readonly #outage: Outage;
  #timer: NodeJS.Timeout | undefined;
  #running = Promise.resolve();
  protected isClosed = false;

  constructor({ what, logger, step }: LoopOptions) {
    this.#step = step;
    this.#outage = new Outage(logger, what);
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends the loop after the current step, or after 5 s. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.#outage.end();
    clearTimeout(this.#timer);
    await inTime(END_MS, this.#running);
  }

  async #run(): Promise<void> {
    let waitMs = RETRY_MS;
    try {
      waitMs = await this.#step();
      this.#outage.worked();
    } catch (error) {
      this.#outage.failed(error);
    }
    if (!this.isClosed) this.#timer = setTimeout(() => this.start(), waitMs);
  }
}
