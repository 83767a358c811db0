import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from '../lib/logger.ts';
import { Outage } from '../lib/outage.ts';
import { GuardedClient } from './guarded-client.ts';

export interface QueryWatch {
  logger: Logger;
  /** A statement that takes as long, or longer, is logged. */
  slowQueryMs: number;
}

/** Milliseconds. */
export interface ConnectionLimits {
  /** How long a caller waits for a connection: for a free one of the pool, or for a new one. */
  waitMs: number;
  /** How long a statement may take; `withStatementLimit` makes exceptions. 0 for no limit. */
  statementMs: number;
  /** How long a transaction may stay open while no statement runs in it. */
  idleInTransactionMs: number;
}

/** Of what requests and jobs do: each statement of theirs takes milliseconds, and each transaction a few seconds. */
const DEFAULT_LIMITS: ConnectionLimits = { waitMs: 5_000, statementMs: 15_000, idleInTransactionMs: 60_000 };

/** For operations whose work grows with the amount of data: migrations, imports, a backup. */
export const LONG_STATEMENT_MS = 60 * 60_000;

/** Idle time before the operating system asks whether the other side still exists. */
const KEEP_ALIVE_MS = 10_000;

export interface ConnectionOptions {
  applicationName: string;
  limits?: Partial<ConnectionLimits> | undefined;
  /** Logs slow statements. */
  watch?: QueryWatch | undefined;
}

/** What every connection to PostgreSQL is made with, whoever makes it: the one place that bounds waiting. */
export function connectionSettings({ applicationName, limits, watch }: ConnectionOptions) {
  const { waitMs, statementMs, idleInTransactionMs } = { ...DEFAULT_LIMITS, ...limits };
  return {
    Client: GuardedClient,
    application_name: applicationName,
    connectionTimeoutMillis: waitMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(watch && { onAnswer: slowQueryLog(watch) }),
  };
}

export interface PoolOptions extends ConnectionOptions {
  url: string;
  /** Connections at most. */
  size: number;
  watch: QueryWatch;
  /** Server settings of every connection. */
  settings?: Record<string, string | number>;
  types?: PoolConfig['types'];
}

/** A pool that outlives its connections and does not keep the process running. */
export function createPool({ url, size, settings = {}, types, ...options }: PoolOptions): Pool {
  const pool = new Pool({
    ...connectionSettings(options),
    connectionString: url,
    max: size,
    allowExitOnIdle: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types,
  });
  watchPool(pool, options.watch);
  return pool;
}

/** A connection outside any pool, open. @throws Error when it cannot be opened in time. */
export async function connectTo(url: string, options: ConnectionOptions): Promise<GuardedClient> {
  const client = new GuardedClient({ ...connectionSettings(options), connectionString: url });
  await client.connect();
  return client;
}

const STATEMENT_SHOWN = 1_000;
const STATEMENT_READ = 20_000;
/** Texts in quotes, also one that is cut off, and numbers that are no part of a name or of a placeholder. */
const VALUES = /\bE'(?:[^'\\]|\\.|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)|(?<![\w$.])\d[\d.]*\b/gis;

/** A statement without its values, which are people's: the ORM writes them into the text of some. */
export function statementOf(query: unknown): string {
  const text = typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text ?? '');
  const bare = text.slice(0, STATEMENT_READ).replace(VALUES, '?');
  return bare.replace(/\s+/g, ' ').trim().slice(0, STATEMENT_SHOWN);
}

const slowQueryLog =
  ({ logger, slowQueryMs }: QueryWatch) =>
  (query: unknown, ms: number): void => {
    if (Math.round(ms) < slowQueryMs) return;
    logger.warn({ category: 'database', ms: Math.round(ms), statement: statementOf(query) }, 'slow query');
  };

type ConnectCallback = (error: Error | undefined, client?: PoolClient) => void;

/**
 * Logs when a pool can no longer hand out connections and when it can again. An idle connection that breaks is
 * replaced at its next use; its error, unheard, would end the process.
 */
export function watchPool(pool: Pool, { logger }: QueryWatch): void {
  const outage = new Outage(logger.child({ category: 'database' }), 'the database', 'warn');
  pool.on('error', () => undefined);
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const watched = async () => {
    try {
      const client = await connect();
      outage.worked();
      return client;
    } catch (error) {
      if (!pool.ending) outage.failed(error);
      throw error;
    }
  };
  // `pool.query` calls it with a callback.
  const either = (callback?: ConnectCallback) =>
    callback ? void watched().then((client) => callback(undefined, client), callback) : watched();
  pool.connect = either as Pool['connect'];
}
