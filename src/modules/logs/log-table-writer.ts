import type { LogEntry } from '../../contract/admin/logs.ts';
import { connectTo } from '../../db/connecting/connections.ts';
import type { GuardedClient } from '../../db/connecting/guarded-client.ts';
import { codeOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { Outage } from '../../lib/process/outage.ts';

const BATCH = 500;
const FLUSH_MS = 500;
const ANSWER_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 10_000;
/** Maximum number of buffered lines while the database is unavailable; beyond it the oldest are lost. */
const WAITING = 20_000;

/** Idempotent: a batch whose response was lost is written again, and existing ids are skipped. */
const INSERT = `insert into log_entry (id, at, level, category, message, metadata, username, ip)
  select id, "timestamp", left(level, 10), category, message, metadata, "user", ip
  from jsonb_to_recordset($1::jsonb) as line (id uuid, "timestamp" timestamptz, level text, category text,
    message text, metadata jsonb, "user" text, ip text)
  on conflict (id) do nothing`;

/** SQLSTATE classes for invalid data or violated constraints: a retry cannot succeed. */
const isBadLine = (error: unknown) => /^2[23]/.test(codeOf(error));

/**
 * Stores lines in the table `log_entry` in batches, over a dedicated connection without statement logging that is
 * opened with the first line. Lines are buffered while the database is unavailable, which is reported once.
 */
export class LogTableWriter {
  readonly #logger: Logger;
  readonly #outage: Outage;
  #databaseUrl: string | undefined;
  #client: GuardedClient | undefined;
  #waiting: LogEntry[] = [];
  #lost = 0;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  /** @param logger must not write to this writer */
  constructor(logger: Logger) {
    this.#logger = logger;
    this.#outage = new Outage(logger, 'storing log lines in the database');
  }

  /** Starts writing, beginning with the lines buffered so far. The table must exist. */
  start(databaseUrl: string): void {
    this.#databaseUrl = databaseUrl;
    this.#schedule();
  }

  push(entry: LogEntry): void {
    this.#waiting.push(entry);
    this.#drop();
    this.#schedule();
  }

  /** Writes the buffered lines. Stops at the first failure and retries later. */
  async flush(): Promise<void> {
    await this.#writing;
    if (this.#waiting.length === 0 || this.#databaseUrl === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writeAll(this.#databaseUrl);
    await this.#writing;
    this.#writing = undefined;
  }

  /** Writes the buffered lines once, if possible, and closes the connection. Later lines are not stored. */
  async close(): Promise<void> {
    await this.flush();
    this.#databaseUrl = undefined;
    clearTimeout(this.#timer);
    this.#outage.end();
    await this.#disconnect();
  }

  #schedule(): void {
    if (this.#databaseUrl === undefined || this.#waiting.length === 0) return;
    const retry = Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LAST_RETRY_MS);
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        void this.flush();
      },
      this.#failures > 0 ? retry : FLUSH_MS,
    ).unref();
  }

  /** Drops lines in batches, because each removal at the front of an array moves all other elements. */
  #drop(): void {
    if (this.#waiting.length < WAITING + BATCH) return;
    this.#lost += this.#waiting.length - WAITING;
    this.#waiting.splice(0, this.#waiting.length - WAITING);
  }

  async #writeAll(databaseUrl: string): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      try {
        await this.#write(databaseUrl, batch);
      } catch (error) {
        this.#waiting = [...batch, ...this.#waiting];
        this.#drop();
        this.#failures += 1;
        this.#outage.failed(error);
        await this.#disconnect();
        this.#schedule();
        return;
      }
    }
    this.#recovered();
  }

  #recovered(): void {
    this.#failures = 0;
    this.#outage.worked();
    if (this.#lost > 0) this.#logger.warn({ lost: this.#lost }, 'log lines are missing in the database');
    this.#lost = 0;
  }

  /** Retries the lines of a refused batch one by one, so that an invalid line does not block the others. */
  async #write(databaseUrl: string, batch: readonly LogEntry[]): Promise<void> {
    const client = await this.#connection(databaseUrl);
    try {
      await client.query(INSERT, [JSON.stringify(batch)]);
    } catch (error) {
      if (!isBadLine(error)) throw error;
      if (batch.length === 1) this.#lost += 1;
      else for (const entry of batch) await this.#write(databaseUrl, [entry]);
    }
  }

  async #connection(databaseUrl: string): Promise<GuardedClient> {
    if (this.#client) return this.#client;
    const client = await connectTo(databaseUrl, {
      applicationName: 'marketdex-logs',
      limits: { waitMs: ANSWER_MS, statementMs: ANSWER_MS },
    });
    client.on('error', () => this.#forget(client));
    client.on('end', () => this.#forget(client));
    this.#client = client;
    return client;
  }

  #forget(client: GuardedClient): void {
    if (this.#client === client) this.#client = undefined;
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    // Does not wait for an unresponsive connection.
    const gone = client?.end().catch(() => undefined);
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 500).unref())]);
  }
}
