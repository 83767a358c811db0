import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { createOrm } from '../src/db/orm.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createQueueBackend, type QueueBackend } from '../src/queue/backend.ts';
import type { QueueMessage } from '../src/queue/class-queue.ts';
import { DEFINITIONS, JOBS } from '../src/queue/definitions.ts';
import { handle } from '../src/queue/job-handler.ts';
import { enqueue } from '../src/queue/outbox.ts';
import { OutboxMessage } from '../src/queue/queue.entity.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { createTestDatabase } from '../src/testing/servers/database.ts';
import { startRedis } from '../src/testing/servers/redis-server.ts';
import { jobId, Relay } from './relay.ts';

const logger = pino({ level: 'silent' });

const database = fixture(createTestDatabase, 'drop');
const redis = fixture(startRedis, 'stop');
const orm = fixture(() => createOrm({ url: database.url, pool: 5 }), 'close');

/** A fake queue that records jobs, or fails. */
function recordingQueue(fail: () => boolean = () => false) {
  const added: QueueMessage[] = [];
  const add = async (messages: readonly QueueMessage[]) => {
    added.push(...messages);
    if (fail()) throw new Error('the queue is gone');
  };
  return { added, add };
}

const relayTo = (queue: Pick<QueueBackend, 'add'>) => new Relay({ orm, queue, clock: systemClock, logger });

const inTransaction = (work: (em: EntityManager) => Promise<void>) => orm.em.fork().transactional(work);

const rows = () => orm.em.fork().find(OutboxMessage, {}, { orderBy: { createdAt: 'asc' } });

beforeEach(async () => {
  await orm.em.fork().nativeDelete(OutboxMessage, {});
});

describe('the outbox', () => {
  test('a rollback discards the row, so there is no job', async () => {
    const queue = recordingQueue();
    const rolledBack = inTransaction(async (em) => {
      await enqueue(em, JOBS.welcomeMail, { user_id: 1 });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');

    expect(await relayTo(queue).drain()).toBe(0);
    expect(await rows()).toEqual([]);
    expect(queue.added).toEqual([]);
  });

  test('nothing is queued before the commit', async () => {
    const queue = recordingQueue();
    await inTransaction(async (em) => {
      await enqueue(em, JOBS.welcomeMail, { user_id: 1 });
      expect(await relayTo(queue).drain()).toBe(0);
    });
    expect(await relayTo(queue).drain()).toBe(1);
  });

  test('an invalid payload is refused', async () => {
    await expect(inTransaction((em) => enqueue(em, JOBS.welcomeMail, { user_id: 0 }))).rejects.toThrow(
      'user_id',
    );
    expect(await rows()).toEqual([]);
  });
});

describe('the relay', () => {
  test('marks queued rows, and derives the job id from the row', async () => {
    const queue = recordingQueue();
    await inTransaction((em) => enqueue(em, JOBS.welcomeMail, { user_id: 7 }));
    await relayTo(queue).drain();

    const [row] = await rows();
    expect(row?.relayedAt).toBeInstanceOf(Date);
    expect(queue.added).toEqual([
      { id: jobId(row?.id ?? ''), job: JOBS.welcomeMail, payload: { user_id: 7 } },
    ]);
    expect(await relayTo(queue).drain()).toBe(0);
  });

  test('concurrent relays queue each row once', async () => {
    const queue = recordingQueue();
    await inTransaction(async (em) => {
      for (let user = 1; user <= 250; user += 1) await enqueue(em, JOBS.welcomeMail, { user_id: user });
    });
    const relayed = await Promise.all([relayTo(queue).drain(), relayTo(queue).drain()]);

    expect(relayed[0] + relayed[1]).toBe(250);
    expect(new Set(queue.added.map(({ id }) => id)).size).toBe(250);
    expect(queue.added).toHaveLength(250);
  });

  test('rows stay in the outbox when the queue fails', async () => {
    await inTransaction((em) => enqueue(em, JOBS.welcomeMail, { user_id: 1 }));
    await expect(relayTo(recordingQueue(() => true)).drain()).rejects.toThrow('the queue is gone');
    expect((await rows())[0]?.relayedAt).toBeNull();

    const queue = recordingQueue();
    expect(await relayTo(queue).drain()).toBe(1);
  });

  test('holds no open transaction while it waits for the queue', async () => {
    await inTransaction((em) => enqueue(em, JOBS.welcomeMail, { user_id: 1 }));
    const open: unknown[] = [];
    const relay = relayTo({
      add: async () => {
        open.push(
          ...(await orm.em
            .fork()
            .execute(
              `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
            )),
        );
      },
    });
    expect(await relay.drain()).toBe(1);
    expect(open).toEqual([]);
  });

  test('takes over the rows of a killed relay after their lease', async () => {
    await inTransaction((em) => enqueue(em, JOBS.welcomeMail, { user_id: 1 }));
    const leaseFor = (seconds: number) =>
      orm.em.fork().execute(`update outbox set leased_until = now() + ? * interval '1 s'`, [seconds]);
    await leaseFor(15);
    expect(await relayTo(recordingQueue()).drain()).toBe(0);
    await leaseFor(-1);
    expect(await relayTo(recordingQueue()).drain()).toBe(1);
  });

  test('does not touch the jobs of a newer version', async () => {
    const queue = recordingQueue();
    await inTransaction(async (em) => {
      await em.insert(OutboxMessage, { id: randomUUID(), job: 'mail.from-the-future', payload: {} });
    });
    expect(await relayTo(queue).drain()).toBe(0);
    expect((await rows())[0]?.relayedAt).toBeNull();
  });

  test('polls for rows once started', async () => {
    const arrived = Promise.withResolvers<readonly QueueMessage[]>();
    const relay = relayTo({ add: async (messages) => arrived.resolve(messages) });
    relay.start();
    await inTransaction((em) => enqueue(em, JOBS.welcomeMail, { user_id: 3 }));
    expect(await arrived.promise).toHaveLength(1);
    await relay.close();
    expect((await rows())[0]?.relayedAt).toBeInstanceOf(Date);
  });
});

describe.each(['PostgreSQL', 'Redis'])('with the queue in %s', (place) => {
  test('a row queued twice is one job', async () => {
    const redisUrl = place === 'Redis' ? redis.url : undefined;
    const queue = createQueueBackend({ redisUrl, databaseUrl: database.url, logger });
    const ran: number[] = [];
    const last = Promise.withResolvers<void>();
    const record = handle(JOBS.welcomeMail, async ({ user_id }) => {
      ran.push(user_id);
      if (user_id === 2) last.resolve();
    });
    const others = DEFINITIONS.filter((job) => job.name !== JOBS.welcomeMail.name).map((job) =>
      handle(job, async () => {}),
    );
    try {
      await queue.createWorker([record, ...others]);

      // The queue accepts the job, and the relay crashes before it marks the row.
      await inTransaction((em) => enqueue(em, JOBS.welcomeMail, { user_id: 1 }));
      const dying = relayTo({
        add: async (messages) => {
          await queue.add(messages);
          throw new Error('killed');
        },
      });
      await expect(dying.drain()).rejects.toThrow('killed');
      expect(await relayTo(queue).drain()).toBe(1);

      await inTransaction((em) => enqueue(em, JOBS.welcomeMail, { user_id: 2 }));
      await relayTo(queue).drain();
      await last.promise;
    } finally {
      await queue.close();
    }
    expect(ran).toEqual([1, 2]);
  });
});
