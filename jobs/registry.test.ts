import { randomUUID } from 'node:crypto';
import {
  createPostgresBackend,
  createRedisBackend,
  type Job,
  type RepeatStrategy,
  withBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../src/contract/shared/dates.ts';
import { Account } from '../src/modules/identity/account.entity.ts';
import { createQueueBackend } from '../src/queue/backend.ts';
import {
  DEFINITIONS,
  JOB_CLASSES,
  JOBS,
  type JobClass,
  type JobDefinition,
} from '../src/queue/definitions.ts';
import { handle } from '../src/queue/job-handler.ts';
import { enqueue } from '../src/queue/outbox.ts';
import { OutboxMessage } from '../src/queue/queue.entity.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { testJobRuntime } from '../src/testing/run/job-runtime.ts';
import { createJobs, type Jobs } from './registry.ts';
import { jobId } from './relay.ts';

const { runtime, database, redis, mailServer, log, configWith } = testJobRuntime();

describe.each(['PostgreSQL', 'Redis'])('with the queue in %s', (place) => {
  const redisUrl = () => (place === 'Redis' ? redis.url : undefined);

  /** The queue, accessed through BullMQ directly. */
  const openInspector = (jobClass: JobClass, settings: { repeatStrategy?: RepeatStrategy } = {}) =>
    place === 'Redis'
      ? new (withBackend(createRedisBackend).Queue)(JOB_CLASSES[jobClass].queue, {
          connection: { url: redis.url },
          settings,
        })
      : new (withBackend(createPostgresBackend).Queue)(JOB_CLASSES[jobClass].queue, {
          connection: { connectionString: database.url, schema: 'bullmq', max: 1 },
          settings,
        });

  let jobs: Jobs;

  async function openJobs(): Promise<void> {
    const settings = { SMTP_URL: mailServer.url, ...(redisUrl() && { REDIS_URL: redisUrl() ?? '' }) };
    const config = configWith(settings);
    jobs = await createJobs({ ...runtime, config });
  }

  const openQueue = () =>
    createQueueBackend({ redisUrl: redisUrl(), databaseUrl: database.url, logger: log.logger });

  beforeAll(openJobs);
  afterAll(() => jobs.close());
  const queue = fixture(openQueue, 'close');
  const inspector = fixture(() => openInspector('mail'), 'close');
  const others = fixture(() => openInspector('other'), 'close');
  afterEach(async () => {
    await queue.clean('failed');
    // A queue that is opened without its jobs, such as by the next test, gets them again.
    await runtime.orm.em.fork().nativeDelete(OutboxMessage, {});
  });

  /** Empties the queue, as a Redis without a file is after a restart. */
  async function loseJobs(): Promise<void> {
    if (place === 'PostgreSQL') {
      await runtime.orm.em.fork().execute('delete from bullmq.job; delete from bullmq.scheduler');
      return;
    }
    const client = new Redis(redis.url);
    await client.flushall();
    client.disconnect();
  }

  let accounts = 0;
  async function addAccount(): Promise<Account> {
    accounts += 1;
    const username = `red_${place}_${accounts}`;
    return runtime.orm.em.fork().transactional(async (em) => {
      const account = em.create(Account, {
        username,
        email: `${username}@example.org`,
        passwordHash: 'x',
        role: 'user',
        accountStatus: 'Active',
        created: new Date(),
      });
      await em.persist(account).flush();
      return account;
    });
  }

  /** Enqueues a welcome mail through the outbox. @returns the id of its job */
  async function ask(user_id: number): Promise<string> {
    const before = await runtime.orm.em.fork().find(OutboxMessage, {});
    await runtime.orm.em.fork().transactional((em) => enqueue(em, JOBS.welcomeMail, { user_id }));
    const known = new Set(before.map(({ id }) => id));
    const [row] = (await runtime.orm.em.fork().find(OutboxMessage, {})).filter(({ id }) => !known.has(id));
    await jobs.drain();
    return jobId(row?.id ?? '');
  }

  /** Resolves to the job once it has failed permanently. */
  async function failed(id: string): Promise<Job> {
    await expect.poll(() => inspector.getJobState(id)).toBe('failed');
    return (await inspector.getJob(id)) as Job;
  }

  /** Enqueues an email to a deleted account. */
  const failUnknownAccount = async () => failed(await ask(2_000_000_000));

  let invalid = 0;
  /** Enqueues an email with an invalid payload. */
  async function failInvalidPayload(): Promise<Job> {
    invalid += 1;
    const jobId = `outbox-bad-${place}-${invalid}`;
    await inspector.add(JOBS.welcomeMail.name, { user_id: 'x' }, { jobId, attempts: 8 });
    return failed(jobId);
  }

  test('the schedules of the definitions are in place', async () => {
    const places = async () => {
      const schedulers = await others.getJobSchedulers();
      return schedulers
        .map(({ key, pattern, tz }) => ({ key, pattern, tz }))
        .toSorted((a, b) => a.key.localeCompare(b.key));
    };
    const declared = DEFINITIONS.flatMap(({ name, cron }) =>
      cron ? [{ key: name, pattern: cron, tz: 'UTC' }] : [],
    );
    expect(declared).toContainEqual({ key: 'duplicates.scan-nightly', pattern: '40 3 * * *', tz: 'UTC' });
    await expect.poll(places).toEqual(declared.toSorted((a, b) => a.key.localeCompare(b.key)));
  });

  test('a scheduled job that fell due while no worker ran is done by the next one', async () => {
    await jobs.close();
    const { name, cron: pattern = '' }: JobDefinition = JOBS.logHistoryHeads;
    const overdue = openInspector('other', { repeatStrategy: () => Date.now() + 1 });
    await overdue.upsertJobScheduler(name, { pattern, tz: 'UTC' }, { name, data: {} });
    await overdue.close();
    const runs = () => log.lines.filter(({ msg, path }) => msg === 'job finished' && path === name).length;
    const before = runs();
    // Another process may place the schedules first.
    await queue.placeSchedules();
    await openJobs();
    await expect.poll(runs).toBe(before + 1);
    // Its schedule continues from now.
    const next = async () => (await others.getJobScheduler(name))?.next;
    await expect.poll(next).toBeGreaterThan(Date.now());
  });

  test('scheduled jobs run on time again after the clock was ahead', async () => {
    const { name, cron: pattern = '' }: JobDefinition = JOBS.logHistoryHeads;
    const late = Date.now() + 2 * DAY_MS;
    const ahead = openInspector('other', { repeatStrategy: () => late });
    await ahead.upsertJobScheduler(name, { pattern, tz: 'UTC' }, { name, data: {} });
    await ahead.close();
    await queue.placeSchedules();
    const next = (await others.getJobScheduler(name))?.next ?? 0;
    expect(next).toBeLessThan(late);
    expect(await others.getJob(`repeat:${name}:${next}`)).toBeDefined();
    expect(await others.getJob(`repeat:${name}:${late}`)).toBeUndefined();
  });

  test.runIf(place === 'PostgreSQL')('a schedule whose next job was lost has it again', async () => {
    const next = async () => {
      const { name } = JOBS.logHistoryHeads;
      return `repeat:${name}:${(await others.getJobScheduler(name))?.next}`;
    };
    await runtime.orm.em.fork().execute('delete from bullmq.job where id = ?', [await next()]);
    await queue.placeSchedules();
    expect(await others.getJob(await next())).toBeDefined();
  });

  test('a registration sends one welcome mail, with a Message-ID derived from the outbox row', async () => {
    const account = await addAccount();
    const arrival = mailServer.next();
    const id = await ask(account.userId);
    const mail = await arrival;

    expect(mail.to).toEqual([account.email]);
    expect(mail.source).toContain(`Message-ID: <${id}@localhost>`);
    expect(mail.source).toContain(`Welcome, ${account.username}!`);
  });

  test('a job whose account was deleted fails at the first attempt', async () => {
    const job = await failUnknownAccount();
    expect(job.failedReason).toBe('There is no such account.');
    expect(job.attemptsMade).toBe(1);
    expect(log.takeErrors()).toMatchObject([{ msg: 'job failed', requestId: job.id, path: 'mail.welcome' }]);
  });

  test('jobs of an earlier version, which had one queue for all classes, are processed', async () => {
    const account = await addAccount();
    const mail = mailServer.next();
    await others.addBulk([
      {
        name: JOBS.welcomeMail.name,
        data: { user_id: account.userId },
        opts: { jobId: `outbox-old-mail-${place}` },
      },
      {
        name: JOBS.refreshFlags.name,
        data: { sale_ids: [1, 2] },
        opts: { jobId: `outbox-old-flags-${place}` },
      },
    ]);
    expect((await mail).source).toContain(`Message-ID: <outbox-old-mail-${place}@localhost>`);
    for (const id of ['mail', 'flags'])
      await expect.poll(() => others.getJobState(`outbox-old-${id}-${place}`)).toBe('completed');
  });

  test('an email does not wait for jobs of other classes', async () => {
    const busyQueue = openQueue();
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
      await busyQueue.createWorker(handlers);
      await busyQueue.add(
        Array.from({ length: 20 }, (_, n) => ({
          id: `outbox-busy-${place}-${n}`,
          job: JOBS.purge,
          payload: {},
        })),
      );
      await busy.promise;
      await busyQueue.add([{ id: `outbox-quick-${place}`, job: JOBS.welcomeMail, payload: { user_id: 1 } }]);
      await expect.poll(() => inspector.getJobState(`outbox-quick-${place}`)).toBe('completed');
    } finally {
      release.resolve();
      await busyQueue.close();
      await openJobs();
    }
  });

  test('a job with an invalid payload fails at the first attempt', async () => {
    const job = await failInvalidPayload();
    expect(job.failedReason).toContain('Invalid payload for mail.welcome');
    expect(job.attemptsMade).toBe(1);
    expect(log.takeErrors()).toMatchObject([{ msg: 'job failed' }]);
  });

  test('a deferred mail is retried', async () => {
    const account = await addAccount();
    mailServer.answerRecipients(451);
    const id = await ask(account.userId);
    await expect.poll(async () => inspector.getJobState(id)).toBe('delayed');
    mailServer.answerRecipients(250);

    const arrival = mailServer.next();
    const job = (await inspector.getJob(id)) as Job;
    expect(job.opts).toMatchObject({ attempts: JOBS.welcomeMail.attempts, backoff: { type: 'exponential' } });
    await job.promote();
    expect((await arrival).source).toContain(`Message-ID: <${id}@localhost>`);
    await expect.poll(() => inspector.getJobState(id)).toBe('completed');
  });

  test('it reports the failed jobs with their reasons', async () => {
    const unknown = await failUnknownAccount();
    const bad = await failInvalidPayload();
    expect(log.takeErrors()).toHaveLength(2);
    await expect(jobs.counts()).resolves.toMatchObject({ failed: 2 });

    const { counts, failed } = await queue.report();
    expect(counts).toMatchObject({ failed: 2 });
    const mail = { name: 'mail.welcome', attempts: 1, failed_at: expect.stringMatching(/Z$/) };
    expect(failed).toEqual([
      { ...mail, id: bad.id, reason: expect.stringContaining('Invalid payload for mail') },
      { ...mail, id: unknown.id, reason: 'There is no such account.' },
    ]);
  });

  test('failed jobs can be retried and removed', async () => {
    await expect(queue.retry('outbox-unknown')).rejects.toMatchObject({ kind: 'not_found' });
    const { id = null } = await failUnknownAccount();
    await failInvalidPayload();
    expect(log.takeErrors()).toHaveLength(2);
    await expect(queue.retry(`outbox-old-mail-${place}`)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await queue.retry(id)).toBe(1);
    await expect.poll(async () => (await queue.counts()).failed).toBe(2);
    expect(await queue.retry(null)).toBe(2);
    await expect.poll(async () => (await queue.counts()).failed).toBe(2);
    expect((await queue.report()).failed.map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect(log.takeErrors().map(({ msg }) => msg)).toEqual(Array(3).fill('job failed'));
    expect(await queue.clean('failed')).toBe(2);
    expect(await queue.counts()).toMatchObject({ failed: 0 });
  });

  test('completed jobs can be removed', async () => {
    const { userId } = await addAccount();
    const arrival = mailServer.next();
    const id = await ask(userId);
    await arrival;
    await expect.poll(() => inspector.getJobState(id)).toBe('completed');
    expect(await queue.clean('completed')).toBeGreaterThan(0);
    expect(await inspector.getJob(id)).toBeUndefined();
  });

  test('jobs that the queue has lost are queued again, except mails that were sent', async () => {
    const { userId, email } = await addAccount();
    const sent = mailServer.next();
    await ask((await addAccount()).userId);
    await sent;
    await jobs.close();
    const before = mailServer.received.length;
    await runtime.orm.em.fork().insert(OutboxMessage, {
      id: randomUUID(),
      job: JOBS.welcomeMail.name,
      payload: { user_id: userId },
      relayedAt: runtime.clock.now(),
    });
    await loseJobs();
    await openJobs();
    await expect.poll(() => mailServer.received.slice(before).flatMap(({ to }) => to)).toEqual([email]);
    await expect.poll(() => others.getJobScheduler(JOBS.purge.name)).toBeDefined();
    await expect.poll(async () => (await jobs.counts()).active + (await jobs.counts()).waiting).toBe(0);
    expect(mailServer.received).toHaveLength(before + 1);
    log.takeErrors();
  });

  test('a worker without a handler for every job does not start', async () => {
    const handlers = [handle(JOBS.welcomeMail, async () => {})];
    await expect(queue.createWorker(handlers)).rejects.toThrow(
      `These jobs have no handler in jobs/handlers: ${DEFINITIONS.slice(1)
        .map(({ name }) => name)
        .join(', ')}`,
    );
  });
});

test('closing waits for running jobs', async () => {
  const queue = createQueueBackend({ redisUrl: redis.url, databaseUrl: database.url, logger: log.logger });
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let finished = false;
  await queue.createWorker([
    handle(JOBS.welcomeMail, async () => {
      started.resolve();
      await release.promise;
      finished = true;
    }),
    ...DEFINITIONS.filter((job) => job.name !== JOBS.welcomeMail.name).map((job) =>
      handle(job, async () => {}),
    ),
  ]);
  await queue.add([{ id: 'outbox-closing', job: JOBS.welcomeMail, payload: { user_id: 1 } }]);
  await started.promise;
  const closed = queue.close();
  release.resolve();
  await closed;
  expect(finished).toBe(true);
});
