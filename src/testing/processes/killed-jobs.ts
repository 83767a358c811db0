import { Redis } from 'ioredis';
import { expect } from 'vitest';
import { QUEUE_SCHEMA } from '../../db/tables/queue-tables.ts';
import type { TestServer } from '../run/server.ts';

/** How long the lock of a job lasts when its worker does not renew it. */
const LOCK_MS = 10_000;
/** What Redis returns for the end of a key that has none. */
const LASTING = -1;

/**
 * Lets the time pass that a queue in PostgreSQL gives a killed worker: ends the locks of its jobs, and marks them, as a
 * worker does when it first looks for such jobs. The worker that looks next takes them back: the first that starts.
 * src/testing/faults/lost-redis.test.ts waits for both.
 *
 * @param names jobs that it ran
 */
export async function endLocks(server: TestServer, names: readonly string[]): Promise<void> {
  const job = `${QUEUE_SCHEMA}.job`;
  const locks = await server.sql<{ name: string; until: string }>(
    `select name, locked_until_ms as until from ${job} where state = 'active'`,
  );
  expect(locks.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
  for (const { until } of locks) expect(Number(until) - Date.now()).toBeLessThanOrEqual(LOCK_MS);
  await server.sql(`update ${job} set locked_until_ms = 0, stalled_marked = true where state = 'active'`);
  // All workers together look once in 10 s.
  await server.sql(`delete from ${QUEUE_SCHEMA}.meta where field = 'stalled-check'`);
}

/** The same for a queue in Redis. */
export async function endLocksInRedis(url: string, names: readonly string[]): Promise<void> {
  const redis = new Redis(url);
  try {
    const ran: (string | null)[] = [];
    for (const active of await redis.keys('*:active')) {
      const queue = active.slice(0, -':active'.length);
      for (const id of await redis.lrange(active, 0, -1)) {
        ran.push(await redis.hget(`${queue}:${id}`, 'name'));
        const lock = `${queue}:${id}:lock`;
        const leftMs = await redis.pttl(lock);
        expect(leftMs).not.toBe(LASTING);
        expect(leftMs).toBeLessThanOrEqual(LOCK_MS);
        await redis.del(lock);
        await redis.sadd(`${queue}:stalled`, id);
      }
      await redis.del(`${queue}:stalled-check`);
    }
    expect(ran).toEqual(expect.arrayContaining([...names]));
  } finally {
    redis.disconnect();
  }
}
