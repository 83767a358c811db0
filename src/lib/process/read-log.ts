import type { Logger } from './logger.ts';

const SECOND_MS = 1_000;

/** Who made a read. */
interface Reader {
  requestId: string;
  ip: string | null;
}

interface ReadLogOptions {
  logger: Logger;
  /** Logs every read as a line. */
  lines: boolean;
  /** A read that takes at least this long, in milliseconds, has a line in any case. */
  slowMs: number;
}

/** The reads of one path within a second. */
interface Count {
  reads: number;
  slowestMs: number;
}

/**
 * Logs successful reads of visitors: each slow one as a line, the others as one line per path and second with their
 * number. On a busy site, a line for each costs more than the read itself.
 */
export class ReadLog {
  readonly #options: ReadLogOptions;
  #counts = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ReadLogOptions) {
    this.#options = options;
  }

  add(path: string, ms: number, { requestId, ip }: Reader): void {
    const { logger, lines, slowMs } = this.#options;
    if (lines || ms >= slowMs) {
      logger.info({ requestId, ip, path, category: 'api', type: 'query', ms, status: 'ok' }, path);
      return;
    }
    const count = this.#counts.get(path);
    if (count) {
      count.reads += 1;
      count.slowestMs = Math.max(count.slowestMs, ms);
    } else this.#counts.set(path, { reads: 1, slowestMs: ms });
    this.#timer ??= setTimeout(() => this.flush(), SECOND_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = this.#counts;
    this.#counts = new Map();
    for (const [path, { reads, slowestMs }] of counts)
      this.#options.logger.info(
        { path, category: 'api', type: 'query', reads, ms: slowestMs, status: 'ok' },
        path,
      );
  }
}
