import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createPostgresBackend, createRedisBackend, type Job, withBackend } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createOrm } from '../src/db/orm.ts';
import { systemClock } from '../src/lib/clock.ts';
import { Account } from '../src/modules/accounts/account.entity.ts';
import { createQueueBackend } from '../src/queue/backend.ts';
import { DEFINITIONS, purge, welcomeMail } from '../src/queue/definitions.ts';
import { handle } from '../src/queue/job-handler.ts';
import { OutboxMessage } from '../src/queue/outbox.entity.ts';
import { enqueue } from '../src/queue/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { createTestLog } from '../src/testing/log.ts';
import { startMailServer, type TestMailServer } from '../src/testing/mail-server.ts';
import { startRedis, type TestRedis } from '../src/testing/redis-server.ts';
import { testConfig } from '../src/testing/server.ts';
import { createJobs, type Jobs } from './registry.ts';
import { jobId } from './relay.ts';

let dataDir: string;
let database: TestDatabase;
let redis: TestRedis;
let mailServer: TestMailServer;
let orm: MikroORM;

const log = createTestLog();

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'marketdex-jobs-'));
  [database, redis, mailServer] = await Promise.all([createTestDatabase(), startRedis(), startMailServer()]);
  orm = await createOrm({ url: database.url, pool: 5 });
});
afterEach(() => {
  expect(log.takeErrors()).toEqual([]);
});
afterAll(async () => {
  await orm.close();
  await Promise.all([database.drop(), redis.stop(), mailServer.stop()]);
  await rm(dataDir, { recursive: true, force: true });
});

describe.each(['PostgreSQL', 'Redis'])('with the queue in %s', (place) => {
  const redisUrl = () => (place === 'Redis' ? redis.url : undefined);

  /** The queue as BullMQ shows it. */
  const openInspector = () =>
    place === 'Redis'
      ? new (withBackend(createRedisBackend).Queue)('marketdex', { connection: { url: redis.url } })
      : new (withBackend(createPostgresBackend).Queue)('marketdex', {
          connection: { connectionString: database.url, schema: 'bullmq', max: 1 },
        });

  let jobs: Jobs;
  let inspector: ReturnType<typeof openInspector>;

  beforeAll(async () => {
    const settings = { SMTP_URL: mailServer.url, ...(redisUrl() && { REDIS_URL: redisUrl() ?? '' }) };
    const config = testConfig(database.url, dataDir, settings);
    jobs = await createJobs({
      config,
      orm,
      logger: log.logger,
      clock: systemClock,
      databaseUrl: database.url,
    });
    inspector = openInspector();
  });
  afterAll(async () => {
    await inspector.close();
    await jobs.close();
  });

  /** Writes an outbox row for an account; its id is the job's. */
  async function ask(user_id: number): Promise<string> {
    const before = await orm.em.fork().find(OutboxMessage, {});
    await orm.em.fork().transactional((em) => enqueue(em, welcomeMail, { user_id }));
    const known = new Set(before.map(({ id }) => id));
    const [row] = (await orm.em.fork().find(OutboxMessage, {})).filter(({ id }) => !known.has(id));
    return jobId(row?.id ?? '');
  }

  /** The job once it has failed for good. */
  async function failed(id: string): Promise<Job> {
    await expect.poll(() => inspector.getJobState(id), { timeout: 10_000 }).toBe('failed');
    return (await inspector.getJob(id)) as Job;
  }

  test('the schedules of the definitions are in place', async () => {
    const schedulers = await inspector.getJobSchedulers();
    expect(schedulers.map(({ key, pattern, tz }) => ({ key, pattern, tz }))).toEqual([
      { key: purge.name, pattern: purge.schedule?.cron, tz: 'UTC' },
    ]);
  });

  test('a registration leads to one welcome mail, whose Message-ID comes from the row', async () => {
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

  test('a job whose account is gone fails at the first try', async () => {
    const id = await ask(2_000_000_000);
    await jobs.drain();
    const job = await failed(id);
    expect(job.failedReason).toBe('There is no such account.');
    expect(job.attemptsMade).toBe(1);
    expect(log.takeErrors()).toMatchObject([{ msg: 'job failed', requestId: id, path: 'mail.welcome' }]);
  });

  test('a job with a bad payload fails at the first try', async () => {
    const id = `outbox-bad-${place}`;
    const add = { name: welcomeMail.name, data: { user_id: 'x' }, opts: { jobId: id, attempts: 8 } };
    await inspector.add(add.name, add.data, add.opts);
    const job = await failed(id);
    expect(job.failedReason).toContain('The payload is not a mail.welcome');
    expect(job.attemptsMade).toBe(1);
    expect(log.takeErrors()).toMatchObject([{ msg: 'job failed' }]);
  });

  test('a mail that is put off is tried again later', async () => {
    mailServer.answerRecipients(451);
    const [account] = await orm.em.fork().find(Account, {}, { limit: 1 });
    const id = await ask(account?.userId ?? 0);
    await jobs.drain();
    await expect.poll(async () => inspector.getJobState(id), { timeout: 10_000 }).toBe('delayed');
    mailServer.answerRecipients(250);

    const arrival = mailServer.next();
    const job = (await inspector.getJob(id)) as Job;
    expect(job.opts).toMatchObject({ attempts: welcomeMail.attempts, backoff: { type: 'exponential' } });
    await job.promote();
    expect((await arrival).source).toContain(`Message-ID: <${id}@localhost>`);
  });

  test('it answers, with how many jobs failed, which and why', async () => {
    await expect(jobs.ping()).resolves.toEqual({ failed_jobs: 2 });

    const queue = createQueueBackend({ redisUrl: redisUrl(), databaseUrl: database.url, logger: log.logger });
    const { counts, failed } = await queue.report();
    await queue.close();
    expect(counts).toMatchObject({ waiting: 0, active: 0, failed: 2 });
    const mail = { name: 'mail.welcome', attempts: 1, failed_at: expect.stringMatching(/Z$/) };
    expect(failed).toEqual([
      { ...mail, id: `outbox-bad-${place}`, reason: expect.stringContaining('The payload is not a mail') },
      { ...mail, id: expect.stringMatching(/^outbox-/), reason: 'There is no such account.' },
    ]);
  });

  test('a worker without a handler for every job does not start', async () => {
    const queue = createQueueBackend({ redisUrl: redisUrl(), databaseUrl: database.url, logger: log.logger });
    const handlers = [handle(welcomeMail, async () => {})];
    await expect(queue.createWorker(handlers)).rejects.toThrow(
      'These jobs have no handler: mail.password-reset, mail.password-changed, mail.two-factor-changed, maintenance.purge',
    );
    await queue.close();
  });
});

test('closing waits for the job that runs', async () => {
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
