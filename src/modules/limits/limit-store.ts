import type { EntityManager } from '@mikro-orm/postgresql';
import { Redis } from 'ioredis';
import { CompiledQuery } from 'kysely';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import { DomainError } from '../../lib/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { Outage } from '../../lib/outage.ts';

/** How long a Redis that does not answer may hold a request up. */
const ANSWER_MS = 1_000;

export interface Window {
  keyPrefix: string;
  points: number;
  /** Seconds. */
  duration: number;
}

/** Where uses are counted, for all processes together. */
export interface LimitStore {
  /** @param closed true when nothing may pass while the store is away; else this process counts alone meanwhile */
  limiter(window: Window, closed: boolean): RateLimiterStoreAbstract;
  /** The error of a caller whose use could not be counted. */
  failure(error: unknown): unknown;
  close(): void;
}

interface PostgresQuery {
  text: string;
  values: unknown[];
}

/**
 * Counts in the table `rate_limit`, on connections of the ORM's pool and outside its transactions: a use counts
 * even when what it was for is rolled back.
 */
export function postgresStore(em: EntityManager): LimitStore {
  const storeClient = {
    query: async ({ text, values }: PostgresQuery) => {
      const client = em.getConnection().getClient();
      const { rows, numAffectedRows } = await client.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length || Number(numAffectedRows ?? 0) };
    },
  };
  const table = { tableName: 'rate_limit', tableCreated: true, clearExpiredByTimeout: false };
  return {
    limiter: (window) => new RateLimiterPostgres({ ...window, ...table, storeClient, storeType: 'client' }),
    // A database that is away is 503 everywhere.
    failure: (error) => error,
    close: () => undefined,
  };
}

const away = () =>
  new DomainError('unavailable', 'LIMITS_AWAY', 'Signing in is not possible right now. Please try again.', {
    retryAfter: 5,
  });

/** Counts in Redis, which is reached for when the first use is counted. */
export function redisStore(url: string, logger: Logger): LimitStore {
  const outage = new Outage(logger, 'the counting of limits');
  const storeClient = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    commandTimeout: ANSWER_MS,
    connectTimeout: ANSWER_MS,
  });
  storeClient.on('error', (error) => outage.failed(error));
  storeClient.on('ready', () => outage.worked());
  return {
    limiter: (window, closed) =>
      new RateLimiterRedis({
        ...window,
        storeClient,
        ...(closed ? {} : { insuranceLimiter: new RateLimiterMemory(window) }),
      }),
    failure: (error) => {
      outage.failed(error);
      return away();
    },
    close: () => {
      outage.end();
      storeClient.disconnect();
    },
  };
}
