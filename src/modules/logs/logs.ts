import type { Config } from '../../config.ts';
import type { Logger, LogTarget } from '../../lib/logger.ts';
import { processLogger } from '../../lib/process-logger.ts';
import { LogFeed } from './log-feed.ts';
import { LogFileWriter } from './log-file-writer.ts';
import { entryOf } from './log-line.ts';
import { LogTableWriter } from './log-table-writer.ts';

export interface LogsOptions {
  dataDir: string;
  /** Where other processes hear of new lines; without it they do not. */
  redisUrl?: string | undefined;
  /** For troubles of the log itself, which it cannot keep: standard error alone. */
  logger: Logger;
}

/**
 * What becomes of the lines of this process's logger beside standard error (docs/operations.md "Logs"): files, the table
 * `log_entry`, and whoever watches. Writing never waits and never fails; a full disk or a dead database costs lines,
 * and those that can still be kept are.
 */
export class Logs {
  readonly #files: LogFileWriter;
  readonly #table: LogTableWriter;
  readonly feed: LogFeed;

  constructor({ dataDir, redisUrl, logger }: LogsOptions) {
    this.#files = new LogFileWriter(dataDir, logger);
    this.#table = new LogTableWriter(logger);
    this.feed = new LogFeed(redisUrl, logger);
  }

  /** Takes one line of JSON from the logger. */
  write(line: string): void {
    const entry = entryOf(line);
    this.#files.push(entry);
    this.#table.push(entry);
    this.feed.push(entry);
  }

  /** From here on lines are stored in the database too, those of before included. Its table must exist. */
  storeIn(databaseUrl: string): void {
    this.#table.start(databaseUrl);
  }

  /** Writes now what waits. Does not fail: what cannot be written waits on. */
  async flush(): Promise<void> {
    await Promise.all([this.#files.flush(), this.#table.flush()]);
  }

  /** Stores what waits and leaves the database; the files go on. */
  closeTable(): Promise<void> {
    return this.#table.close();
  }

  /** The last step of a process. */
  async close(): Promise<void> {
    this.feed.close();
    await Promise.all([this.#files.flush(), this.#table.close()]);
  }
}

const KEPT_LEVELS = ['info', 'warn', 'error', 'fatal', 'silent'] as const;

/** What is kept of a log of this level: everything but what helps in the search for a fault alone. */
export const keptIn = (logs: Logs, level: Config['logLevel']): LogTarget => ({
  level: KEPT_LEVELS.find((kept) => kept === level) ?? 'info',
  stream: logs,
});

/** From which level on lines are on standard error; `LOG_LEVEL` by default. */
export interface ShownLevels {
  shown?: Config['logLevel'];
  /** The same for troubles of the log itself. */
  troubles?: Config['logLevel'];
}

/** The log of a process: on standard error, and kept. */
export function openLog(
  config: Config,
  { shown, troubles }: ShownLevels = {},
): { logger: Logger; logs: Logs } {
  const { dataDir, redisUrl, logFormat, logLevel } = config;
  const on = (level: Config['logLevel'] | undefined) => ({ logLevel: level ?? logLevel, logFormat });
  const logs = new Logs({ dataDir, redisUrl, logger: processLogger(on(troubles ?? shown)) });
  return { logs, logger: processLogger(on(shown), keptIn(logs, logLevel)) };
}
