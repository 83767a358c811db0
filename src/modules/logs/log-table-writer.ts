import type { LogEntry } from '../../contract/admin/logs.ts';
import { connectTo } from '../../db/connecting/connections.ts';
import type { GuardedClient } from '../../db/connecting/guarded-client.ts';
import { codeOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { LogWriter } from './log-writer.ts';

const FLUSH_MS = 500;
const RESPONSE_MS = 5_000;
/** How many lines wait while the database is unavailable. */
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
 * Stores lines in the table `log_entry`, over a dedicated connection without statement logging that is opened with the first
 * line.
 */
export class LogTableWriter extends LogWriter {
  #databaseUrl: string | undefined;
  #client: GuardedClient | undefined;

  /** @param logger must not write to this writer */
  constructor(logger: Logger) {
    super({
      logger,
      work: 'storing log lines in the database',
      place: 'in the database',
      flushMs: FLUSH_MS,
      most: WAITING,
    });
  }

  protected override get canWrite(): boolean {
    return this.#databaseUrl !== undefined;
  }

  /** Starts writing, beginning with the lines that wait. The table must exist. */
  start(databaseUrl: string): void {
    this.#databaseUrl = databaseUrl;
    this.schedule();
  }

  /** Writes the lines that wait once, if possible, and closes the connection. Later lines are not stored. */
  async close(): Promise<void> {
    await this.flush();
    this.#databaseUrl = undefined;
    this.end();
    await this.#disconnect();
  }

  protected override async write(lines: readonly LogEntry[]): Promise<number> {
    try {
      return await this.#insert(await this.#connection(), lines);
    } catch (error) {
      await this.#disconnect();
      throw error;
    }
  }

  /** Inserts the lines of a refused batch one by one, so that an invalid line does not keep out the others. */
  async #insert(client: GuardedClient, lines: readonly LogEntry[]): Promise<number> {
    try {
      await client.query(INSERT, [JSON.stringify(lines)]);
      return 0;
    } catch (error) {
      if (!isBadLine(error)) throw error;
      if (lines.length === 1) return 1;
      let refused = 0;
      for (const line of lines) refused += await this.#insert(client, [line]);
      return refused;
    }
  }

  async #connection(): Promise<GuardedClient> {
    if (this.#client) return this.#client;
    const client = await connectTo(this.#databaseUrl ?? '', {
      applicationName: 'marketdex-logs',
      limits: { waitMs: RESPONSE_MS, statementMs: RESPONSE_MS },
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
