import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOrm } from '../src/db/orm.ts';
import { EmailDelivery } from '../src/modules/mail/email-delivery.entity.ts';
import { JobDeferred } from '../src/queue/job-handler.ts';
import { TestClock } from '../src/testing/run/clock.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { createTestLog } from '../src/testing/run/log.ts';
import { createTestDatabase } from '../src/testing/servers/database.ts';
import { startMailServer } from '../src/testing/servers/mail-server.ts';
import { createDelivery } from './delivery.ts';
import { createMailer, type Mailer } from './mailer.ts';

const mail = { to: 'red@example.org', subject: 'Hello', text: 'In text', html: '<p>In HTML</p>' };
const DAY_MS = 24 * 3_600_000;
const clock = new TestClock(new Date('2026-03-01T12:00:00Z'));
const log = createTestLog();

const database = fixture(createTestDatabase, 'drop');
const server = fixture(startMailServer, 'stop');
const orm = fixture(() => createOrm({ url: database.url, pool: 5 }), 'close');
let taken: number;

beforeEach(() => {
  taken = server.received.length;
});
afterEach(() => {
  server.answerSenders(250);
  server.answerRecipients(250);
});

const mailerTo = (smtpUrl: string) =>
  createMailer(
    {
      mailFrom: 'a@market.example',
      publicUrl: 'https://market.example',
      dataDir: '',
      smtpUrl,
      smtpTls: undefined,
    },
    log.logger,
  );
const deliveryBy = (mailer: Mailer) =>
  createDelivery({ orm, mailer, clock, logger: log.logger, promote: async () => undefined });
const deliver = (id: string) => deliveryBy(mailerTo(server.url))(mail, { id });
const rowOf = (jobId: string) => orm.em.fork().findOneOrFail(EmailDelivery, { jobId });
const arrived = () => server.received.length - taken;
const messageIds = () =>
  server.received.slice(taken).map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);

test('a job that runs twice sends one mail', async () => {
  await deliver('outbox-1');
  await deliver('outbox-1');
  expect(arrived()).toBe(1);
  expect(await rowOf('outbox-1')).toMatchObject({
    messageId: '<outbox-1@market.example>',
    attempts: 1,
    sentAt: clock.now(),
  });
});

test('several workers with the same job send one mail', async () => {
  const outcomes = await Promise.allSettled([deliver('outbox-2'), deliver('outbox-2'), deliver('outbox-2')]);
  const later = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  // Runs that were deferred during the sending find it sent when they run again.
  for (const error of later) expect(error).toBeInstanceOf(JobDeferred);
  for (const _ of later) await deliver('outbox-2');
  expect(arrived()).toBe(1);
  expect(await rowOf('outbox-2')).toMatchObject({ attempts: 1, leasedUntil: null });
});

test('a deferred mail counts as an attempt and is sent later', async () => {
  server.answerRecipients(451);
  await expect(deliver('outbox-3')).rejects.toMatchObject({ responseCode: 451 });
  expect(await rowOf('outbox-3')).toMatchObject({ attempts: 1, sentAt: null });
  server.answerRecipients(250);
  await deliver('outbox-3');
  expect(await rowOf('outbox-3')).toMatchObject({ attempts: 2, sentAt: clock.now() });
  expect(arrived()).toBe(1);
});

test('a crash between sending and marking sends two mails with the same Message-ID', async () => {
  const mailer = mailerTo(server.url);
  const dying: Mailer = {
    ...mailer,
    send: async (...args) => {
      await mailer.send(...args);
      throw new Error('killed');
    },
  };
  await expect(deliveryBy(dying)(mail, { id: 'outbox-4' })).rejects.toThrow('killed');
  await deliver('outbox-4');
  expect(messageIds()).toEqual(['<outbox-4@market.example>', '<outbox-4@market.example>']);
});

test('mails wait while the mail server refuses this site as a sender, and follow when it accepts it', async () => {
  const promote = vi.fn(async () => undefined);
  const send = createDelivery({ orm, mailer: mailerTo(server.url), clock, logger: log.logger, promote });
  const attempt = (id: string) => send(mail, { id }).catch((error: unknown) => error);
  server.answerSenders(553);
  for (const id of ['outbox-10', 'outbox-next']) {
    const waiting = await attempt(id);
    expect(waiting).toBeInstanceOf(JobDeferred);
    expect(waiting).toMatchObject({ message: 'the mail server cannot be reached' });
  }
  server.answerSenders(250);
  await expect.poll(() => attempt('outbox-10')).toBeUndefined();
  expect(arrived()).toBe(1);
  expect(promote.mock.calls).toEqual([[['outbox-next']]]);
});

test('a mail waits for an unreachable mail server without using up an attempt, for a day at most', async () => {
  const gone = await startMailServer();
  await gone.stop();
  const toGone = (ageMs: number) => deliveryBy(mailerTo(gone.url))(mail, { id: 'outbox-7', ageMs });
  const wait = await toGone(DAY_MS - 1).catch((error: unknown) => error);
  expect(wait).toBeInstanceOf(JobDeferred);
  expect(wait).toMatchObject({
    waitMs: expect.closeTo(1_000, -2),
    message: 'the mail server cannot be reached',
  });
  expect(log.lines.at(-1)).toMatchObject({ level: 'warn', msg: 'the mail server fails' });
  await expect(toGone(DAY_MS)).rejects.toMatchObject({ source: 'server' });
  expect(await rowOf('outbox-7')).toMatchObject({ sentAt: null, leasedUntil: null });
  await deliver('outbox-7');
  expect(arrived()).toBe(1);
});

test('an email is marked as sent although the database loses its connections meanwhile', async () => {
  const mailer = mailerTo(server.url);
  const losing: Mailer = {
    ...mailer,
    send: async (...args) => {
      await mailer.send(...args);
      vi.spyOn(orm.em, 'fork').mockImplementationOnce(() => {
        throw new Error('connection lost');
      });
    },
  };
  await deliveryBy(losing)(mail, { id: 'outbox-8' });
  expect(await rowOf('outbox-8')).toMatchObject({ sentAt: clock.now(), leasedUntil: null });
  expect(arrived()).toBe(1);
});

test('no transaction is open while the mail is being sent', async () => {
  server.keepSilent(true);
  const arrival = server.next();
  const sending = deliver('outbox-6').catch((error: unknown) => error);
  await arrival;
  const open = await orm.em
    .fork()
    .execute(
      `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
  expect(open).toEqual([]);
  server.keepSilent(false);
  await server.hangUp();
  expect(await sending).toBeInstanceOf(Error);
  expect(await rowOf('outbox-6')).toMatchObject({ sentAt: null, leasedUntil: null });
});

/** Starts a separate process that sends one email. */
function worker(smtpUrl: string, id: string): ChildProcess {
  const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const program = `
    import { createOrm } from ${here('../src/db/orm.ts')};
    import { systemClock } from ${here('../src/lib/clock.ts')};
    import { createLogger } from ${here('../src/lib/process/logger.ts')};
    import { createDelivery } from ${here('./delivery.ts')};
    import { createMailer } from ${here('./mailer.ts')};
    const { database, smtpUrl, mail, id } = JSON.parse(process.env.TASK);
    const logger = createLogger('silent');
    const orm = await createOrm({ url: database, pool: 2 });
    const mailer = createMailer(
      { mailFrom: 'a@market.example', publicUrl: 'https://market.example', smtpUrl, dataDir: '' },
      logger,
    );
    const promote = async () => undefined;
    await createDelivery({ orm, mailer, clock: systemClock, logger, promote })(mail, { id });
  `;
  const task = JSON.stringify({ database: database.url, smtpUrl, mail, id });
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, TASK: task },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

test('when a worker is killed while sending, another one sends the mail after the lease', async () => {
  const reading = Promise.withResolvers<void>();
  // Reads the email and never confirms it.
  const silent = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream) => void text(stream).then(() => reading.resolve(), reading.reject),
  });
  silent.on('error', () => undefined);
  silent.listen(0, '127.0.0.1');
  await once(silent.server, 'listening');
  const { port } = silent.server.address() as { port: number };

  const killed = worker(`smtp://127.0.0.1:${port}`, 'outbox-5');
  await reading.promise;
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const wait: unknown = await deliver('outbox-5').catch((error: unknown) => error);
  expect(wait).toBeInstanceOf(JobDeferred);
  expect((wait as JobDeferred).waitMs).toBeLessThanOrEqual(20_000);
  // The column rounds `now()` to milliseconds, which may be later than the next statement.
  await orm.em
    .fork()
    .execute(`update email_delivery set leased_until = now() - interval '1 s' where job_id = ?`, [
      'outbox-5',
    ]);
  await deliver('outbox-5');

  expect(arrived()).toBe(1);
  expect(await rowOf('outbox-5')).toMatchObject({ attempts: 2, sentAt: clock.now() });
  await new Promise<void>((resolve) => silent.close(() => resolve()));
});
