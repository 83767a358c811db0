import type { Client, Pool, PoolClient } from 'pg';
import type { Logger } from '../lib/logger.ts';
import { Outage } from '../lib/outage.ts';

export interface QueryWatch {
  logger: Logger;
  /** A statement that takes as long, or longer, is logged. */
  slowQueryMs: number;
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

function watchClient(client: Client, { logger, slowQueryMs }: QueryWatch): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const watched = (...given: unknown[]): unknown => {
    const started = performance.now();
    const result = query(...given);
    const ended = () => {
      const ms = Math.round(performance.now() - started);
      if (ms < slowQueryMs) return;
      logger.warn({ category: 'database', ms, statement: statementOf(given[0]) }, 'slow query');
    };
    if (result instanceof Promise) result.then(ended, ended);
    return result;
  };
  client.query = watched as Client['query'];
}

/**
 * Tells the log of every slow statement of a pool's connections, whoever sends it, and once of a database that cannot
 * be reached and of its return.
 */
export function watchQueries(pool: Pool, watch: QueryWatch): void {
  const outage = new Outage(watch.logger.child({ category: 'database' }), 'the database', 'warn');
  pool.on('connect', (client) => watchClient(client as Client, watch));
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
  pool.connect = watched as Pool['connect'];
}
