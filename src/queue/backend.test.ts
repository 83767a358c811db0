import { createPostgresBackend, withBackend } from 'bullmq';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { QUEUE_SCHEMA } from '../db/tables/queue-tables.ts';
import { FaultProxy, type ProxiedConnection } from '../testing/faults/proxy.ts';
import { fixture } from '../testing/run/fixture.ts';
import { createTestLog } from '../testing/run/log.ts';
import { createTestDatabase } from '../testing/servers/database.ts';
import { startRedis } from '../testing/servers/redis-server.ts';
import { createQueueBackend } from './backend.ts';
import { DEFINITIONS, JOBS } from './definitions.ts';
import { handle, JobDeferred, type JobRun } from './job-handler.ts';

/** Less than the delay of BullMQ's workers, with room for a busy machine. */
const SOON_MS = 8_000;
/** For a worker and a queue that are both given up, with room for a busy machine. */
const HANGING_MS = 20_000;
const logger = pino({ level: 'silent' });

const database = fixture(createTestDatabase, 'drop');
const proxy = fixture(() => FaultProxy.start(database.url), 'stop');
const redis = fixture(startRedis, 'stop');
const toRedis = fixture(() => FaultProxy.start(redis.url), 'stop');
afterEach(() => Promise.all([proxy.heal(), toRedis.heal()]));

/** A queue in the database whose worker has noticed that every connection is refused. */
async function refusedQueue(work: () => Promise<void> = async () => undefined) {
  const queue = createQueueBackend({ redisUrl: undefined, databaseUrl: proxy.url, logger });
  await queue.createWorker(DEFINITIONS.map((job) => handle(job, work)));
  await proxy.refuse();
  await expect.poll(() => queue.counts().catch(String)).toContain('ECONNREFUSED');
  return queue;
}

it('closes soon while its database refuses connections', async () => {
  const queue = await refusedQueue();
  const since = performance.now();
  await queue.close();
  expect(performance.now() - since).toBeLessThan(SOON_MS);
});

async function closesWithoutDatabase(): Promise<void> {
  const log = createTestLog();
  const queue = createQueueBackend({ redisUrl: undefined, databaseUrl: proxy.url, logger: log.logger });
  await queue.createWorker(DEFINITIONS.map((job) => handle(job, async () => undefined)));
  proxy.blackHole();
  const since = performance.now();
  await queue.close();
  expect(performance.now() - since).toBeLessThan(HANGING_MS);
  // No job was running.
  expect(log.lines.map(({ msg }) => msg)).not.toContain('jobs are left unfinished');
}

async function isGivenUpWithoutRedis(): Promise<void> {
  const queue = createQueueBackend({ redisUrl: toRedis.url, databaseUrl: database.url, logger });
  try {
    await queue.report();
    toRedis.blackHole();
    const handlers = DEFINITIONS.map((job) => handle(job, async () => undefined));
    const late = 'the job queue took longer than 5000 ms';
    await Promise.all([
      expect(queue.clean('failed')).rejects.toThrow(late),
      expect(queue.createWorker(handlers)).rejects.toThrow(late),
    ]);
  } finally {
    await queue.close();
  }
}

it('closes while its database answers nothing, and is given up while its Redis answers nothing', () =>
  Promise.all([closesWithoutDatabase(), isGivenUpWithoutRedis()]));

it('works on jobs again soon after its database refused connections', async () => {
  const done = Promise.withResolvers<void>();
  const queue = await refusedQueue(async () => done.resolve());
  try {
    await proxy.heal();
    await queue.add([{ id: 'after-the-outage', job: JOBS.welcomeMail, payload: { user_id: 1 } }]);
    const since = performance.now();
    await done.promise;
    expect(performance.now() - since).toBeLessThan(SOON_MS);
  } finally {
    await queue.close();
  }
});

it('runs a job again that was taken back while it ran, and reports no outage', async () => {
  const log = createTestLog();
  const queue = createQueueBackend({ redisUrl: undefined, databaseUrl: database.url, logger: log.logger });
  const id = 'taken-back';
  const client = new Client(database.url);
  await client.connect();
  let runs = 0;
  const work = async (_payload: object, run: JobRun) => {
    // The queue may have others, such as those of a schedule.
    if (run.id !== id) return;
    runs += 1;
    // A promotion can leave a job that has just started in this state.
    if (runs > 1) return;
    await client.query(`update ${QUEUE_SCHEMA}.job set state = 'waiting' where id = $1`, [id]);
    // Otherwise it waits until the worker looks again, after 5 s.
    await queue.add([{ id: 'another', job: JOBS.welcomeMail, payload: { user_id: 1 } }]);
  };
  try {
    await queue.createWorker(DEFINITIONS.map((job) => handle(job, work)));
    await queue.add([{ id, job: JOBS.welcomeMail, payload: { user_id: 1 } }]);
    // It may run more often: the end of a run that was taken back is refused.
    await expect.poll(() => runs).toBeGreaterThan(1);
    // Either run may end first.
    await expect.poll(() => log.lines.map(({ msg }) => msg)).toContain('a job may run twice');
    await expect.poll(async () => (await queue.counts()).active).toBe(0);
  } finally {
    await queue.close();
    await client.end();
  }
  expect(log.takeErrors()).toEqual([]);
});

it.each(['PostgreSQL', 'Redis'])(
  'defers a job once when the response of %s to its deferral is lost',
  async (server) => {
    const log = createTestLog();
    const way = server === 'Redis' ? toRedis : proxy;
    const urls = { redisUrl: server === 'Redis' ? toRedis.url : undefined, databaseUrl: proxy.url };
    const queue = createQueueBackend({ ...urls, logger: log.logger });
    const id = 'deferred-once';
    let runs = 0;
    const work = async (_payload: object, run: JobRun) => {
      if (run.id !== id) return;
      runs += 1;
      // With the second deferral, Redis already knows the script of the command.
      if (runs === 2) loseResponse();
      if (runs < 3) throw new JobDeferred(2_000, 'not yet');
    };
    const lost = Promise.withResolvers<void>();
    const loseResponse = () => {
      const deferring = new Set<ProxiedConnection>();
      const remove = way.tap((connection, direction, chunk) => {
        if (direction === 'request' && chunk.includes(id)) deferring.add(connection);
        if (direction === 'request' || !deferring.has(connection)) return;
        remove();
        connection.cut();
        lost.resolve();
      });
    };
    try {
      await queue.createWorker(DEFINITIONS.map((job) => handle(job, work)));
      await queue.add([{ id, job: JOBS.welcomeMail, payload: { user_id: 1 } }]);
      await lost.promise;
      await expect.poll(() => runs).toBe(3);
      await expect.poll(async () => (await queue.counts()).active).toBe(0);
    } finally {
      await queue.close();
    }
    expect(log.lines.map(({ msg }) => msg)).not.toContain('a job may run twice');
    expect(log.lines.map(({ attempt }) => attempt).filter(Boolean)).toEqual(Array(6).fill(1));
    log.takeErrors();
  },
);

it('adds jobs of all classes at the same time', async () => {
  const queue = createQueueBackend({ redisUrl: undefined, databaseUrl: database.url, logger });
  const client = new Client(database.url);
  await client.connect();
  const messages = [
    { id: 'at-once-1', job: JOBS.welcomeMail, payload: { user_id: 1 } },
    { id: 'at-once-2', job: JOBS.purge, payload: {} },
  ];
  try {
    await queue.counts();
    await client.query(`begin; lock table ${QUEUE_SCHEMA}.job in access exclusive mode`);
    const added = queue.add(messages).catch(String);
    const waiting = `select from pg_locks where not granted and relation = '${QUEUE_SCHEMA}.job'::regclass`;
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(messages.length);
    await client.query('rollback');
    await added;
  } finally {
    await client.end();
    await queue.close();
  }
});

// When this fails, BullMQ ends the wait by itself: see docs/upstream/bullmq-retry-delay.md.
it('needs a short delay, because a worker of BullMQ that closes waits until its delay has ended', async () => {
  const delayMs = 1_000;
  const worker = new (withBackend(createPostgresBackend).Worker)('delayed', async () => undefined, {
    connection: { connectionString: proxy.url, schema: QUEUE_SCHEMA },
    runRetryDelay: delayMs,
    autorun: false,
  });
  worker.on('error', () => undefined);
  await worker.waitUntilReady();
  const delay = vi.spyOn(worker, 'delay');
  await proxy.refuse();
  const run = worker.run();
  await vi.waitFor(() => expect(delay).toHaveBeenCalledWith(delayMs, null), { timeout: 60_000 });
  const since = performance.now();
  await worker.close();
  expect(performance.now() - since).toBeGreaterThan(delayMs / 2);
  await run;
});
