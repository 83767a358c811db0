import type { EntityManager } from '@mikro-orm/postgresql';
import { Redis } from 'ioredis';
import { CompiledQuery } from 'kysely';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import { unavailable } from '../../lib/errors.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { Outage } from '../../lib/process/outage.ts';
import { checkWrites } from '../../queue/check-redis.ts';

/** How long an unresponsive Redis may delay a request. */
const RESPONSE_MS = 1_000;

interface Window {
  keyPrefix: string;
  points: number;
  /** Seconds. */
  duration: number;
  /** From this number of uses on, this process refuses without asking the store. */
  inMemoryBlockOnConsumed?: number;
}

export interface LimitStore {
  /**
   * @param failClosed true to refuse every use while Redis is unavailable; false to count in this process meanwhile.
   *   PostgreSQL always refuses.
   */
  limiter(window: Window, failClosed: boolean): RateLimiterStoreAbstract;
  /** @throws Error when the store cannot count, such as a Redis without memory for writes */
  check(): Promise<void>;
  /** The error to throw when a use could not be counted. */
  failure(error: unknown): unknown;
  close(): void;
}

/**
 * Counts in the table `rate_limit`, on connections of the ORM's pool but outside its transactions: a use counts even
 * when the caller's transaction is rolled back.
 */
export function postgresStore(em: EntityManager): LimitStore {
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const client = em.getConnection().getClient();
      const { rows, numAffectedRows } = await client.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length || Number(numAffectedRows ?? 0) };
    },
  };
  const table = { tableName: 'rate_limit', tableCreated: true, clearExpiredByTimeout: false };
  return {
    limiter: (window) => new RateLimiterPostgres({ ...window, ...table, storeClient, storeType: 'client' }),
    // The health check of the database covers it.
    check: async () => undefined,
    // A database error is reported as 503 everywhere.
    failure: (error) => error,
    close: () => undefined,
  };
}

const away = () =>
  unavailable('LIMITS_AWAY', 'Logging in is not possible right now. Please try again.', {
    retryAfter: 5,
  });

/** Counts in Redis. Connects on first use. */
export function redisStore(url: string, logger: Logger): LimitStore {
  const outage = new Outage(logger, 'counting rate limits');
  const storeClient = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    commandTimeout: RESPONSE_MS,
    connectTimeout: RESPONSE_MS,
  });
  storeClient.on('error', (error) => outage.failed(error));
  storeClient.on('ready', () => outage.worked());
  return {
    limiter: (window, failClosed) =>
      new RateLimiterRedis({
        ...window,
        storeClient,
        ...(failClosed ? {} : { insuranceLimiter: new RateLimiterMemory(window) }),
      }),
    check: () => checkWrites(storeClient),
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
