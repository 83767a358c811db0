import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { createPostgresBackend, createRedisBackend, type Job, withBackend } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Account } from '../src/modules/identity/account.entity.ts';
import { createQueueBackend } from '../src/queue/backend.ts';
import { JOB_CLASSES, type JobClass, type JobDefinition } from '../src/queue/define-job.ts';
import { DEFINITIONS, purge, refreshFlags, welcomeMail } from '../src/queue/definitions.ts';
import { handle } from '../src/queue/job-handler.ts';
import { OutboxMessage } from '../src/queue/outbox.entity.ts';
import { enqueue } from '../src/queue/outbox.ts';
import { createRuntime, type Runtime } from '../src/runtime/runtime.ts';
import { createTestLog } from '../src/testing/log.ts';
import { testConfig } from '../src/testing/server.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/servers/database.ts';
import { startMailServer, type TestMailServer } from '../src/testing/servers/mail-server.ts';
import { startRedis, type TestRedis } from '../src/testing/servers/redis-server.ts';
import { createJobs, type Jobs } from './registry.ts';
import { jobId } from './relay.ts';

let dataDir: string;
let database: TestDatabase;
let redis: TestRedis;
let mailServer: TestMailServer;
let runtime: Runtime;
let orm: MikroORM;

const log = createTestLog();

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'marketdex-jobs-'));
  [database, redis, mailServer] = await Promise.all([createTestDatabase(), startRedis(), startMailServer()]);
  const config = testConfig(database.url, dataDir);
  runtime = await createRuntime({ config, databaseUrl: database.url, logger: log.logger });
  orm = runtime.orm;
});
afterEach(() => {
  expect(log.takeErrors()).toEqual([]);
});
afterAll(async () => {
  runtime.limits.close();
  await orm.close();
  await Promise.all([database.drop(), redis.stop(), mailServer.stop()]);
  await rm(dataDir, { recursive: true, force: true });
});

describe.each(['PostgreSQL', 'Redis'])('with the queue in %s', (place) => {
  const redisUrl = () => (place === 'Redis' ? redis.url : undefined);

  /** The queue, accessed through BullMQ directly. */
  const openInspector = (jobClass: JobClass) =>
    place === 'Redis'
      ? new (withBackend(createRedisBackend).Queue)(JOB_CLASSES[jobClass].queue, {
          connection: { url: redis.url },
        })
      : new (withBackend(createPostgresBackend).Queue)(JOB_CLASSES[jobClass].queue, {
          connection: { connectionString: database.url, schema: 'bullmq', max: 1 },
        });

  let jobs: Jobs;
  let inspector: ReturnType<typeof openInspector>;
  let others: ReturnType<typeof openInspector>;

  async function openJobs(): Promise<void> {
    const settings = { SMTP_URL: mailServer.url, ...(redisUrl() && { REDIS_URL: redisUrl() ?? '' }) };
    const config = testConfig(database.url, dataDir, settings);
    jobs = await createJobs({ ...runtime, config, databaseUrl: database.url });
  }

  beforeAll(async () => {
    await openJobs();
    inspector = openInspector('mail');
    others = openInspector('other');
  });
  afterAll(async () => {
    await Promise.all([inspector.close(), others.close()]);
    await jobs.close();
  });

  const ask = (user_id: number) => askFor((em) => enqueue(em, welcomeMail, { user_id }));

  /** Writes one outbox row. @returns the id of its job */
  async function askFor(write: (em: EntityManager) => Promise<void>): Promise<string> {
    const before = await orm.em.fork().find(OutboxMessage, {});
    await orm.em.fork().transactional(write);
    const known = new Set(before.map(({ id }) => id));
    const [row] = (await orm.em.fork().find(OutboxMessage, {})).filter(({ id }) => !known.has(id));
    return jobId(row?.id ?? '');
  }

  /** Resolves to the job once it has failed permanently. */
  async function failed(id: string): Promise<Job> {
    await expect.poll(() => inspector.getJobState(id)).toBe('failed');
    return (await inspector.getJob(id)) as Job;
  }

  test('the schedules of the definitions are in place', async () => {
    const schedulers = await others.getJobSchedulers();
    const places = schedulers.map(({ key, pattern, tz }) => ({ key, pattern, tz }));
    expect(places).toContainEqual({ key: 'duplicates.scan-nightly', pattern: '40 3 * * *', tz: 'UTC' });
    const declared = DEFINITIONS.flatMap(({ name, schedule }: JobDefinition) =>
      schedule ? [{ key: name, pattern: schedule.cron, tz: 'UTC' }] : [],
    );
    expect(new Set(places)).toEqual(new Set(declared));
  });

  test('a registration sends one welcome mail, with a Message-ID derived from the outbox row', async () => {
    const username = `red_${place}`;
    const arrival = mailServer.next();
    const account = await orm.em.fork().transactional(async (em) => {
      const made = em.create(Account, {
        username,
        email: `${username}@example.org`,
        passwordHash: 'x',
        role: 'user',
        accountStatus: 'Active',
        created: new Date(),
      });
      em.persist(made);
      await em.flush();
      return made;
    });
    const id = await ask(account.userId);
    await jobs.drain();
    const mail = await arrival;

    expect(mail.to).toEqual([`${username}@example.org`]);
    expect(mail.source).toContain(`Message-ID: <${id}@localhost>`);
    expect(mail.source).toContain(`Welcome, ${username}!`);
  });

  test('a job whose account was deleted fails at the first attempt', async () => {
    const id = await ask(2_000_000_000);
    await jobs.drain();
    const job = await failed(id);
    expect(job.failedReason).toBe('There is no such account.');
    expect(job.attemptsMade).toBe(1);
    expect(log.takeErrors()).toMatchObject([{ msg: 'job failed', requestId: id, path: 'mail.welcome' }]);
  });

  test('jobs of an earlier version, which had one queue for all classes, are processed', async () => {
    const mail = mailServer.next();
    const [account] = await orm.em.fork().find(Account, {}, { limit: 1 });
    await others.addBulk([
      {
        name: welcomeMail.name,
        data: { user_id: account?.userId },
        opts: { jobId: `outbox-old-mail-${place}` },
      },
      { name: refreshFlags.name, data: { sale_ids: [1, 2] }, opts: { jobId: `outbox-old-flags-${place}` } },
    ]);
    expect((await mail).source).toContain(`Message-ID: <outbox-old-mail-${place}@localhost>`);
    for (const id of ['mail', 'flags'])
      await expect.poll(() => others.getJobState(`outbox-old-${id}-${place}`)).toBe('completed');
  });

  test('a mail does not wait for jobs of other classes', async () => {
    const queue = createQueueBackend({ redisUrl: redisUrl(), databaseUrl: database.url, logger: log.logger });
    const release = Promise.withResolvers<void>();
    const busy = Promise.withResolvers<void>();
    let running = 0;
    const handlers = DEFINITIONS.map((job) =>
      handle(job, async () => {
        if (job.class === 'mail') return;
        running += 1;
        if (running === JOB_CLASSES.other.slots) busy.resolve();
        await release.promise;
      }),
    );
    await jobs.close();
    try {
      await queue.createWorker(handlers);
      await queue.add(
        Array.from({ length: 20 }, (_, n) => ({ id: `outbox-busy-${place}-${n}`, job: purge, payload: {} })),
      );
      await busy.promise;
      await queue.add([{ id: `outbox-quick-${place}`, job: welcomeMail, payload: { user_id: 1 } }]);
      await expect.poll(() => inspector.getJobState(`outbox-quick-${place}`)).toBe('completed');
    } finally {
      release.resolve();
      await queue.close();
      await openJobs();
    }
  });

  test('a job with an invalid payload fails at the first attempt', async () => {
    const id = `outbox-bad-${place}`;
    const add = { name: welcomeMail.name, data: { user_id: 'x' }, opts: { jobId: id, attempts: 8 } };
    await inspector.add(add.name, add.data, add.opts);
    const job = await failed(id);
    expect(job.failedReason).toContain('Invalid payload for mail.welcome');
    expect(job.attemptsMade).toBe(1);
    expect(log.takeErrors()).toMatchObject([{ msg: 'job failed' }]);
  });

  test('a deferred mail is retried', async () => {
    mailServer.answerRecipients(451);
    const [account] = await orm.em.fork().find(Account, {}, { limit: 1 });
    const id = await ask(account?.userId ?? 0);
    await jobs.drain();
    await expect.poll(async () => inspector.getJobState(id)).toBe('delayed');
    mailServer.answerRecipients(250);

    const arrival = mailServer.next();
    const job = (await inspector.getJob(id)) as Job;
    expect(job.opts).toMatchObject({ attempts: welcomeMail.attempts, backoff: { type: 'exponential' } });
    await job.promote();
    expect((await arrival).source).toContain(`Message-ID: <${id}@localhost>`);
    await expect.poll(() => inspector.getJobState(id)).toBe('completed');
  });

  test('it reports the failed jobs with their reasons', async () => {
    await expect(jobs.ping()).resolves.toEqual({ failed_jobs: 2 });

    const queue = createQueueBackend({ redisUrl: redisUrl(), databaseUrl: database.url, logger: log.logger });
    const { counts, failed } = await queue.report();
    await queue.close();
    expect(counts).toMatchObject({ waiting: 0, active: 0, failed: 2 });
    const mail = { name: 'mail.welcome', attempts: 1, failed_at: expect.stringMatching(/Z$/) };
    expect(failed).toEqual([
      { ...mail, id: `outbox-bad-${place}`, reason: expect.stringContaining('Invalid payload for mail') },
      { ...mail, id: expect.stringMatching(/^outbox-/), reason: 'There is no such account.' },
    ]);
  });

  test('failed jobs can be retried and removed', async () => {
    const queue = createQueueBackend({ redisUrl: redisUrl(), databaseUrl: database.url, logger: log.logger });
    try {
      await expect(queue.retry('outbox-unknown')).rejects.toMatchObject({ kind: 'not_found' });
      const { failed: before } = await queue.report();
      const [{ id } = { id: '' }] = before;
      expect(await queue.retry(id)).toBe(1);
      await expect.poll(async () => (await queue.counts()).failed).toBe(2);
      expect(await queue.retry(null)).toBe(2);
      await expect.poll(async () => (await queue.counts()).failed).toBe(2);
      expect(log.takeErrors().map(({ msg }) => msg)).toEqual(Array(3).fill('job failed'));
      expect(await queue.clean('failed')).toBe(2);
      expect(await queue.clean('completed')).toBeGreaterThan(0);
      expect(await queue.counts()).toMatchObject({ failed: 0, completed: 0 });
    } finally {
      await queue.close();
    }
  });

  test('a worker without a handler for every job does not start', async () => {
    const queue = createQueueBackend({ redisUrl: redisUrl(), databaseUrl: database.url, logger: log.logger });
    const handlers = [handle(welcomeMail, async () => {})];
    await expect(queue.createWorker(handlers)).rejects.toThrow(
      `These jobs have no handler: ${DEFINITIONS.slice(1)
        .map(({ name }) => name)
        .join(', ')}`,
    );
    await queue.close();
  });
});

test('closing waits for running jobs', async () => {
  const queue = createQueueBackend({ redisUrl: redis.url, databaseUrl: database.url, logger: log.logger });
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let finished = false;
  await queue.createWorker([
    handle(welcomeMail, async () => {
      started.resolve();
      await release.promise;
      finished = true;
    }),
    ...DEFINITIONS.filter((job) => job.name !== welcomeMail.name).map((job) => handle(job, async () => {})),
  ]);
  await queue.add([{ id: 'outbox-closing', job: welcomeMail, payload: { user_id: 1 } }]);
  await started.promise;
  const closed = queue.close();
  release.resolve();
  await closed;
  expect(finished).toBe(true);
});
