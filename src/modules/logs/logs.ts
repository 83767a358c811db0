import type { Config } from '../../config.ts';
import { type Logger, type LogTarget, processLogger } from '../../lib/process/logger.ts';
import { LogFeed } from './log-feed.ts';
import { LogFileWriter } from './log-file-writer.ts';
import { entryOf } from './log-line.ts';
import { LogTableWriter } from './log-table-writer.ts';

interface LogsOptions {
  dataDir: string;
  /** Redis, to publish new lines to other processes. Without it they are not published. */
  redisUrl?: string | undefined;
  /** Reports problems of the log itself. It must write only to standard error. */
  logger: Logger;
}

/**
 * The destinations of this process's log lines in addition to standard error (docs/monitoring.md "Logs"): files, the
 * table `log_entry`, and the live feed. Writing never blocks and never fails: with a full disk or an unavailable
 * database, the other destinations still get the lines.
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

  /** Accepts one JSON line from the logger. */
  write(line: string): void {
    const entry = entryOf(line);
    this.#files.push(entry);
    this.#table.push(entry);
    this.feed.push(entry);
  }

  /** Starts storing lines in the database, including the lines buffered so far. The table must exist. */
  storeIn(databaseUrl: string): void {
    this.#table.start(databaseUrl);
  }

  /** Writes the buffered lines now. Never fails: lines that cannot be written stay buffered. */
  async flush(): Promise<void> {
    await Promise.all([this.#files.flush(), this.#table.flush()]);
  }

  /** Stores the buffered lines and disconnects from the database; files are still written. */
  closeTable(): Promise<void> {
    return this.#table.close();
  }

  /** Flushes and closes everything. Call it last. */
  async close(): Promise<void> {
    this.feed.close();
    await Promise.all([this.#files.flush(), this.#table.close()]);
  }
}

const KEPT_LEVELS = ['info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The log target that keeps lines of the configured level, but never below `info`: debug output is not stored. */
const keptIn = (logs: Logs, level: Config['logLevel']): LogTarget => ({
  level: KEPT_LEVELS.find((kept) => kept === level) ?? 'info',
  stream: logs,
});

/** The minimum levels for standard error; `LOG_LEVEL` by default. */
interface ShownLevels {
  shown?: Config['logLevel'];
  /** The minimum level for problems of the log itself. */
  troubles?: Config['logLevel'];
}

/** Opens the log of a process: standard error, files, table and live feed. */
export function openLog(
  config: Config,
  { shown, troubles }: ShownLevels = {},
): { logger: Logger; logs: Logs } {
  const { dataDir, redisUrl, logFormat, logLevel } = config;
  const on = (level: Config['logLevel'] | undefined) => ({ logLevel: level ?? logLevel, logFormat });
  const logs = new Logs({ dataDir, redisUrl, logger: processLogger(on(troubles ?? shown)) });
  return { logs, logger: processLogger(on(shown), keptIn(logs, logLevel)) };
}
