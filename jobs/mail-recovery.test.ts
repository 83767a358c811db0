import { describe, expect, test } from 'vitest';
import { createQueueBackend } from '../src/queue/backend.ts';
import { DEFINITIONS, JOBS, SCHEDULED_JOBS } from '../src/queue/definitions.ts';
import { handle, JobDeferred } from '../src/queue/job-handler.ts';
import { enqueueAll } from '../src/queue/outbox.ts';
import { FaultProxy } from '../src/testing/faults/proxy.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { testJobRuntime } from '../src/testing/run/job-runtime.ts';
import { createJobs } from './registry.ts';

const MAILS = 40;
const HOSTS = 4;

const { runtime, database, redis, mailServer, log, configWith } = testJobRuntime();
const toMail = fixture(() => FaultProxy.start(mailServer.url), 'stop');

describe.each(['PostgreSQL', 'Redis'])('with the queue in %s', (place) => {
  const redisUrl = () => (place === 'Redis' ? redis.url : undefined);
  const openQueue = () =>
    createQueueBackend({ redisUrl: redisUrl(), databaseUrl: database.url, logger: log.logger });

  test('a deferred job runs at once when it is promoted, and other ids are ignored', async () => {
    const queue = openQueue();
    const runs: string[] = [];
    let promoting: Promise<void> | undefined;
    const handlers = DEFINITIONS.map((job) =>
      handle(job, async (_payload, { id }) => {
        if (job.class !== 'mail') return;
        runs.push(id);
        // Promoted when it is delayed, and a moment before.
        if (runs.length === 2) promoting = queue.promote('mail', [id]);
        if (runs.length <= 2) throw new JobDeferred(3_600_000.5, 'a test');
      }),
    );
    const promoted = `outbox-promoted-${place}`;
    const delayed = async () => (await queue.counts()).delayed;
    try {
      // Schedules that another test has placed.
      const before = await delayed();
      await queue.createWorker(handlers);
      await queue.add([{ id: promoted, job: JOBS.welcomeMail, payload: { user_id: 1 } }]);
      await expect.poll(delayed).toBe(before + 1);
      await queue.promote('mail', ['outbox-unknown', promoted, promoted]);
      await expect.poll(() => runs).toEqual([promoted, promoted, promoted]);
      await promoting;
    } finally {
      await queue.close();
    }
  });

  test('all mails leave once each when the mail server can be reached again', async () => {
    const before = log.lines.length;
    const names = Array.from({ length: MAILS }, (_, n) => `red_${place.toLowerCase()}_${n}`);
    const rows = await runtime.orm.em.fork().execute<{ user_id: number }[]>(
      `insert into account (username, username_skeleton, email, password_hash)
       select name, name, name || '@' || (n % ${HOSTS}) || '.example', 'x'
       from jsonb_array_elements_text(?::jsonb) with ordinality named (name, n) returning user_id`,
      [JSON.stringify(names)],
    );
    const settings = { SMTP_URL: toMail.url, ...(redisUrl() && { REDIS_URL: redisUrl() ?? '' }) };
    const config = configWith(settings);
    await toMail.refuse();
    const jobs = await createJobs({ ...runtime, config });
    const delayed = async () => (await jobs.counts()).delayed;
    try {
      await runtime.orm.em.fork().transactional((em) =>
        enqueueAll(
          em,
          JOBS.welcomeMail,
          rows.map(({ user_id }) => ({ user_id })),
        ),
      );
      await expect.poll(delayed).toBe(SCHEDULED_JOBS + MAILS);
      await toMail.heal();
      const sent = () =>
        mailServer.received.flatMap(({ to }) => to).filter((to) => names.includes(to.split('@')[0] ?? ''));
      await expect.poll(() => new Set(sent()).size).toBe(MAILS);
      await expect.poll(delayed).toBe(SCHEDULED_JOBS);
      await expect.poll(async () => (await jobs.counts()).active).toBe(0);
      expect(sent()).toHaveLength(MAILS);
      expect(await jobs.counts()).toMatchObject({ failed: 0 });
    } finally {
      await jobs.close();
    }
    const lines = log.lines.slice(before);
    const starts = lines.filter(({ msg }) => msg === 'job started');
    expect(new Set(starts.map(({ attempt }) => attempt))).toEqual(new Set([1]));
    const ofMails = lines.filter(({ path, level }) => path === 'mail.welcome' && level === 'info');
    const counts = Map.groupBy(ofMails, ({ msg }) => msg);
    // Each once, although most of them were probed several times.
    for (const message of ['job started', 'job waits: the mail server cannot be reached', 'job finished'])
      expect(counts.get(message), message).toHaveLength(MAILS);
    const messages = lines.map(({ msg }) => msg);
    expect(messages).toContain('the mail server fails');
    expect(messages).toContain('the mail server works again');
  });
});
