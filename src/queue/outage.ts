import type { Logger } from '../lib/logger.ts';

/** Tells the log when something stops working and when it works again, and not at every try between. */
export class Outage {
  readonly #logger: Logger;
  readonly #what: string;
  #since: number | undefined;
  #ended = false;

  /** @param what the subject of the log lines, such as "the job queue" */
  constructor(logger: Logger, what: string) {
    this.#logger = logger;
    this.#what = what;
  }

  failed(error: unknown): void {
    if (this.#ended) return;
    if (this.#since !== undefined) {
      this.#logger.debug({ err: error }, `${this.#what} still fails`);
      return;
    }
    this.#since = performance.now();
    this.#logger.error({ err: error }, `${this.#what} fails`);
  }

  worked(): void {
    if (this.#since === undefined) return;
    const seconds = Math.round((performance.now() - this.#since) / 1000);
    this.#since = undefined;
    this.#logger.info({ seconds }, `${this.#what} works again`);
  }

  /** From here on failures are expected: what is watched is being closed. */
  end(): void {
    this.#ended = true;
  }
}
