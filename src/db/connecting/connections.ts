import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from '../../lib/process/logger.ts';
import { Outage } from '../../lib/process/outage.ts';
import { columnTypes } from './column-types.ts';
import { GuardedClient } from './guarded-client.ts';

export interface QueryWatch {
  logger: Logger;
  /** Statements that take at least this long are logged. */
  slowQueryMs: number;
  /** Shared by the pools of a server, so that it ends when any of them works again. */
  outage: Outage;
}

/** What is logged of a database: its slow statements and its outages. */
export const watchDatabase = (logger: Logger, slowQueryMs: number): QueryWatch => ({
  logger,
  slowQueryMs,
  outage: new Outage(logger.child({ category: 'database' }), 'the database', 'warn'),
});

/** Milliseconds. */
export interface ConnectionLimits {
  /** Maximum wait for a connection, free in the pool or newly opened. */
  waitMs: number;
  /** Maximum time of a statement, and twice that of a wait for a lock; `withLongStatements` makes exceptions. 0 means no limit. */
  statementMs: number;
  idleInTransactionMs: number;
}

/** Limits for requests and jobs: their statements take milliseconds and their transactions a few seconds. */
const DEFAULT_LIMITS: ConnectionLimits = { waitMs: 5_000, statementMs: 15_000, idleInTransactionMs: 60_000 };

/** Idle time before the operating system sends TCP keepalives. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Idle time after which a pool closes a connection. The loops and the queue of an idle site query within this time, and a new
 * connection costs PostgreSQL many times as much as their statements.
 */
const IDLE_MS = 60_000;

/** Names of connections that each running server, and each running worker, uses all the time. */
export const SITE_CONNECTIONS = { server: 'marketdex-events', worker: 'marketdex-worker' } as const;

interface ConnectionOptions {
  applicationName: string;
  limits?: Partial<ConnectionLimits> | undefined;
  /** Logs slow statements. */
  watch?: QueryWatch | undefined;
}

/** Settings of every PostgreSQL connection: the single place that limits waiting and decides what rows hold. */
export function connectionSettings({ applicationName, limits, watch }: ConnectionOptions) {
  const { waitMs, statementMs, idleInTransactionMs } = { ...DEFAULT_LIMITS, ...limits };
  return {
    Client: GuardedClient,
    types: columnTypes,
    application_name: applicationName,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: statementMs,
    // The only limit that PostgreSQL applies within COMMIT, where a transaction waits for two locks (docs/locks.md): it
    // fails before the client gives up, so nothing is committed after its call was answered.
    lock_timeout: statementMs / 2,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(watch && { onAnswer: slowQueryLog(watch) }),
  };
}

interface PoolOptions extends ConnectionOptions {
  url: string;
  size: number;
  watch: QueryWatch;
  /** Server settings of every connection. */
  settings?: Record<string, string | number>;
  /** Checks a new connection before its first use. When it rejects, the connection is closed. */
  onConnect?: PoolConfig['onConnect'];
  /** False where the caller logs that the server cannot be reached. */
  logsOutages?: boolean;
}

/** A pool that replaces lost connections and does not keep the process running. */
export function createPool({
  url,
  size,
  settings = {},
  onConnect,
  logsOutages = true,
  ...options
}: PoolOptions): Pool {
  const pool = new Pool({
    ...connectionSettings(options),
    connectionString: url,
    max: size,
    allowExitOnIdle: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    ...(onConnect && { onConnect }),
  });
  if (logsOutages) watchPool(pool, options.watch);
  else pool.on('error', () => undefined);
  return pool;
}

/** Opens a connection outside any pool. @throws Error when it cannot be opened in time. */
export async function connectTo(url: string, options: ConnectionOptions): Promise<GuardedClient> {
  const client = new GuardedClient({ ...connectionSettings(options), connectionString: url });
  await client.connect();
  return client;
}

/** Runs work on a connection outside any pool, which is closed afterwards. */
export async function withConnection<T>(
  url: string,
  options: ConnectionOptions,
  work: (client: GuardedClient) => Promise<T>,
): Promise<T> {
  const client = await connectTo(url, options);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Server, user and database of a URL, without its password. */
export function databaseAddress(url: string): { server: string; user: string; database: string } {
  const { hostname, port, pathname, username } = new URL(url);
  const user = decodeURIComponent(username);
  return {
    server: `${hostname || 'localhost'}:${port || 5432}`,
    user,
    database: decodeURIComponent(pathname.slice(1)) || user,
  };
}

const STATEMENT_SHOWN = 1_000;
const STATEMENT_READ = 20_000;
/** Quoted texts, including truncated ones, and numbers that are not part of a name or a placeholder. */
const VALUES = /\bE'(?:[^'\\]|\\.|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)|(?<![\w$.])\d[\d.]*\b/gis;

/** A statement without its values: the ORM inlines some, and they may be personal data. */
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
 * Logs when a pool can no longer provide connections and when it can again. A broken idle connection is replaced at its
 * next use; its unhandled error event would end the process.
 */
export function watchPool(pool: Pool, { outage }: QueryWatch): void {
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
