import type { Logger } from './logger.ts';

/** Logs when something stops working and when it works again, instead of at every retry. */
export class Outage {
  readonly #logger: Logger;
  readonly #what: string;
  readonly #level: 'warn' | 'error';
  #since: number | undefined;
  #ended = false;

  /**
   * @param what the subject of the log lines, such as "the job queue"
   * @param level of the line that reports the outage
   */
  constructor(logger: Logger, what: string, level: 'warn' | 'error' = 'error') {
    this.#logger = logger;
    this.#what = what;
    this.#level = level;
  }

  failed(error: unknown): void {
    if (this.#ended) return;
    if (this.#since !== undefined) {
      this.#logger.debug({ err: error }, `${this.#what} still fails`);
      return;
    }
    this.#since = performance.now();
    this.#logger[this.#level]({ err: error }, `${this.#what} fails`);
  }

  worked(): void {
    if (this.#since === undefined) return;
    const seconds = Math.round((performance.now() - this.#since) / 1000);
    this.#since = undefined;
    this.#logger.info({ seconds }, `${this.#what} works again`);
  }

  /** Stops logging: failures are expected while the watched resource is closed. */
  end(): void {
    this.#ended = true;
  }
}
