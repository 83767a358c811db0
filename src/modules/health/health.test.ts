import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeEach, expect, it, vi } from 'vitest';
import { DAY_MS, formatMoment, MINUTE_MS } from '../../contract/shared/dates.ts';
import { recordOf } from '../../contract/shared/record.ts';
import { addFigures } from '../../http/health/metrics.ts';
import { createQueueBackend, withQueue } from '../../queue/backend.ts';
import { DEFINITIONS, JOBS } from '../../queue/definitions.ts';
import { handle } from '../../queue/job-handler.ts';
import { APPLICATION, turnOnCommands } from '../../testing/clients/discord-interactions.ts';
import { fixture } from '../../testing/run/fixture.ts';
import { testServer } from '../../testing/run/server.ts';
import { WEBHOOK } from '../../testing/servers/discord-server.ts';
import { startMailServer } from '../../testing/servers/mail-server.ts';
import { startRedis } from '../../testing/servers/redis-server.ts';
import { testPort } from '../../testing/servers/test-port.ts';
import { afterResult, changeState, openState, recordActivity } from '../discord/discord-state.ts';
import type { WebhookResult } from '../discord/discord-webhook.ts';
import type { RequestScope } from '../scope.ts';
import { HealthService } from './health.service.ts';
import { addressHealth, LOST_UPGRADE, UNNAMED_PROXY } from './setup.probes.ts';

const server = testServer();
const mailServer = fixture(startMailServer, 'stop');
const redis = fixture(startRedis, 'stop');
beforeEach(() => server.sql('truncate email_delivery, outbox'));

/** The health of each part, optionally with changed settings. */
async function health(settings: Partial<RequestScope['config']> = {}) {
  const scope = server.scope();
  const config = { ...scope.config, ...settings };
  const { settings: stored, discordRegistration } = server.services();
  const report = await new HealthService({
    ...scope,
    config,
    database: server.runtime.database,
    settings: stored,
    discordRegistration,
  }).report();
  return recordOf(
    report,
    ({ part }) => part,
    ({ part: _, ...finding }) => finding,
  );
}
const delivery = (id: string, created: Date, sent: Date | null) =>
  server.sql(
    'insert into email_delivery (job_id, message_id, attempts, created, sent_at) values (?, ?, 1, ?, ?)',
    [id, `<${id}@example.org>`, created, sent],
  );
const ago = (seconds: number) => new Date(server.clock.now().getTime() - seconds * 1_000);

const PUBLIC = {
  publicUrl: 'https://market.example',
  isPublicUrlSet: true,
  trustedProxies: ['10.0.0.0/8'],
};

it('reports one line for each part when everything works', async () => {
  const { settings } = server.services();
  for (const key of ['legal_name', 'legal_address']) await settings.set(key, 'Oak');
  await settings.set('legal_email', 'oak@lab.example');
  await settings.set('discord_application_id', '');
  await settings.set('discord_public_key', '');
  expect(await health({ ...PUBLIC, smtpUrl: mailServer.url })).toEqual({
    database: {
      status: 'ok',
      message: expect.stringMatching(/^PostgreSQL [\d.]+ answers in \d+ ms\. Database size: \d+ MB\.$/),
    },
    queue: { status: 'ok', message: 'No jobs waiting or failed.' },
    mail: { status: 'ok', message: 'Emails are sent through 127.0.0.1; none has been sent so far.' },
    disk: { status: 'ok', message: expect.stringMatching(/^[\d.]+ GB are free in DATA_DIR\.$/) },
    address: { status: 'ok', message: 'https://market.example, behind 10.0.0.0/8.' },
    legal: { status: 'ok', message: 'The legal notice has a provider, postal address and contact email.' },
    discord: { status: 'ok', message: 'Announcements are off, commands off.' },
  });
});

it('warns, with one sentence of advice, about what a public site should not be without', async () => {
  const { settings } = server.services();
  for (const key of ['legal_name', 'legal_address', 'legal_email']) await settings.set(key, '');
  const warned = async () => {
    const { mail, address, legal } = await health();
    return { mail, address, legal };
  };
  expect(await warned()).toEqual({
    mail: {
      status: 'warning',
      message: 'Emails are only written to DATA_DIR/mail: set SMTP_URL to send them.',
    },
    address: {
      status: 'warning',
      message: 'Links in emails lead to http://localhost:0: set PUBLIC_URL to the address that visitors use.',
    },
    legal: {
      status: 'warning',
      message:
        'The legal notice has no provider, postal address and contact email: enter it in the admin panel under Settings.',
    },
  });
  await settings.set('legal_name', 'Oak');
  await settings.set('legal_address', 'Route 1');
  expect((await warned()).legal.message).toMatch(/^The legal notice has no contact email: /);
});

it('reports the last command at Discord, and a failure until another command succeeds', async () => {
  const discord = async () => (await health()).discord;
  const { settings } = server.services();
  await settings.set('discord_application_id', APPLICATION);
  expect(await discord()).toEqual({
    status: 'warning',
    message: 'Commands are off: the setting discord_public_key is empty.',
  });
  await turnOnCommands(server);
  expect(await discord()).toEqual({ status: 'ok', message: 'Announcements are off, commands on.' });
  const failed = ago(60);
  await recordActivity(server.scope(), {
    last: { at: failed, command: 'price' },
    failure: { at: failed, reason: 'price: it responded with 403' },
  });
  expect(await discord()).toEqual({
    status: 'warning',
    message: expect.stringMatching(/^The last command failed on .+: price: it responded with 403\.$/),
  });
  await recordActivity(server.scope(), { last: { at: ago(30), command: 'check' } });
  expect(await discord()).toEqual({
    status: 'ok',
    message: expect.stringMatching(/^Announcements are off, commands on, the last one \/check on .+\.$/),
  });
});

it('warns about announcements that Discord does not accept', async () => {
  const scope = server.scope();
  await server.services().settings.set('discord_webhook_url', WEBHOOK);
  const answered = (result: WebhookResult) =>
    scope.em.transactional(async () => {
      await openState(scope, WEBHOOK);
      await changeState(scope, WEBHOOK, (state) => afterResult(state, result, scope.clock.now()));
    });
  await answered({ kind: 'failed', why: 'it responded with 500' });
  expect((await health()).discord).toEqual({
    status: 'warning',
    message: 'Discord did not accept the last announcement, 1 attempt so far: it is retried.',
  });
  await answered({ kind: 'gone', status: 404 });
  expect((await health()).discord.message).toMatch(/^The webhook no longer exists at Discord: /);
  await server.services().settings.set('discord_webhook_url', '');
});

it.each<[string, string, string[], string]>([
  ['an address of this machine', 'http://localhost:3000', [], 'ok'],
  ['a trusted proxy', 'https://market.example', ['10.0.0.0/8'], 'ok'],
  ['an untrusted proxy', 'https://market.example', [], 'error'],
  ['unencrypted passwords', 'http://market.example', ['10.0.0.0/8'], 'error'],
])('checks PUBLIC_URL: %s', (_what, publicUrl, trustedProxies, status) => {
  expect(addressHealth({ publicUrl, trustedProxies, isPublicUrlSet: true }).status).toBe(status);
});

it('warns about a proxy of the last minutes that TRUSTED_PROXIES does not name', async () => {
  const line = (minutes: number, proxy: string) =>
    server.sql(
      `insert into log_entry (id, at, level, category, message, metadata)
       values (gen_random_uuid(), now() - make_interval(mins => ?), 'warn', 'security', ?, ?)`,
      [minutes, UNNAMED_PROXY, JSON.stringify({ proxy })],
    );
  await line(11, '172.18.0.4');
  expect((await health(PUBLIC)).address.status).toBe('ok');
  await line(9, '172.18.0.5');
  expect((await health(PUBLIC)).address).toEqual({
    status: 'warning',
    message:
      'Requests arrive through 172.18.0.5, which TRUSTED_PROXIES does not name: all visitors behind it share its address and rate limits. Add it if it is your proxy.',
  });
  await server.sql('delete from log_entry where message = ?', [UNNAMED_PROXY]);
});

it('warns about a proxy of the last minutes that does not pass WebSockets', async () => {
  await server.sql(
    `insert into log_entry (id, at, level, category, message, metadata)
     values (gen_random_uuid(), now(), 'warn', 'general', ?, '{}')`,
    [LOST_UPGRADE],
  );
  expect((await health(PUBLIC)).address).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^A proxy does not pass WebSockets/),
  });
  await server.sql('delete from log_entry where message = ?', [LOST_UPGRADE]);
});

it('reports an unreachable mail server, without its credentials', async () => {
  const port = await testPort();
  const { mail } = await health({ smtpUrl: `smtp://someone:secret@127.0.0.1:${port}` });
  expect(mail).toEqual({
    status: 'error',
    message:
      'The mail server 127.0.0.1 does not respond. Check that it is running and that SMTP_URL is correct.',
  });
});

it('reaches a mail server at an IPv6 address', async () => {
  const server = createServer().listen(0, '::1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect((await health({ smtpUrl: `smtp://[::1]:${port}` })).mail.status).toBe('ok');
  server.close();
});

it('reports failed emails until one is sent', async () => {
  await delivery('first', ago(900), ago(890));
  await delivery('second', ago(600), null);
  await delivery('third', ago(300), null);
  await delivery('under-way', ago(5), null);
  const { mail } = await health({ smtpUrl: mailServer.url });
  expect(mail.status).toBe('error');
  expect(mail.message).toMatch(
    /^2 emails could not be sent, the newest from .*; the last one was sent on .*For the reason run: npm run cli -- doctor$/,
  );
  await delivery('fourth', ago(200), ago(190));
  expect((await health({ smtpUrl: mailServer.url })).mail.status).toBe('ok');
});

/** Two emails that were tried are still in the queue. */
async function waitingMails(...tried: readonly [Date, Date]): Promise<void> {
  const { database, config, logger } = server.runtime;
  const mails = tried.map((_, i) => ({
    id: `waiting-${i}`,
    job: JOBS.welcomeMail,
    payload: { user_id: 1 },
  }));
  const options = { redisUrl: config.redisUrl, databaseUrl: database.url, logger };
  await withQueue(options, (queue) => queue.add(mails));
  for (const [i, at] of tried.entries()) await delivery(`waiting-${i}`, at, null);
}

it('reports how many emails wait for the mail server, and since when', async () => {
  const first = ago(20);
  await waitingMails(first, ago(10));
  const waiting = `2 emails waiting since ${formatMoment(first.toISOString())}`;
  const { mail } = await health({ smtpUrl: `smtp://127.0.0.1:${await testPort()}` });
  expect(mail.message).toBe(
    `The mail server 127.0.0.1 does not respond; ${waiting}. Check that it is running and that SMTP_URL is correct.`,
  );
  await server.sql("update email_delivery set created = created - interval '1 minute'");
  expect((await health({ smtpUrl: mailServer.url })).mail.message).toMatch(
    /^2 emails waiting since .*; none has been sent so far\. For the reason run: /,
  );
});

it('warns about emails that wait for the host of their recipient while others are sent', async () => {
  const first = ago(90);
  await waitingMails(first, ago(80));
  await delivery('another', ago(30), ago(20));
  expect((await health({ smtpUrl: mailServer.url })).mail).toEqual({
    status: 'warning',
    message: expect.stringMatching(
      `^2 emails waiting since ${formatMoment(first.toISOString())}: the host of a recipient does not respond`,
    ),
  });
});

it('reports jobs that no worker picks up', async () => {
  await server.sql(
    `insert into outbox (id, job, payload, created_at)
     values (gen_random_uuid(), 'mail.welcome', '{}', now() - interval '1 hour')`,
  );
  const { queue } = await health();
  expect(queue.status).toBe('error');
  expect(queue.message).toMatch(
    /^1 job waiting since .*: no worker is running \(start one: npm run worker\), the queue refuses writes, or only a newer version knows the jobs\.$/,
  );
});

it('warns about scheduled jobs that are overdue, or planned while a clock was ahead', async () => {
  const { runtime } = server;
  const options = {
    redisUrl: runtime.config.redisUrl,
    databaseUrl: runtime.database.url,
    logger: runtime.logger,
  };
  await withQueue(options, (queue) => queue.placeSchedules());
  expect((await health()).queue.status).toBe('ok');
  const { now } = Date;
  for (const ms of [7 * MINUTE_MS, -3 * DAY_MS]) {
    vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
    expect((await health()).queue).toEqual({
      status: 'warning',
      message: expect.stringMatching(/history\.seal.* not run on time: no worker is running/),
    });
  }
});

it('warns about a job that runs and does not end', async () => {
  const { database, logger } = server.runtime;
  const queue = createQueueBackend({ redisUrl: redis.url, databaseUrl: database.url, logger });
  const ended = Promise.withResolvers<void>();
  const found = async () => (await health({ redisUrl: redis.url })).queue;
  try {
    await queue.createWorker(DEFINITIONS.map((job) => handle(job, () => ended.promise)));
    await queue.add([{ id: 'hanging', job: JOBS.welcomeMail, payload: { user_id: 1 } }]);
    await expect.poll(async () => (await queue.counts()).active).toBe(1);
    expect((await found()).status).toBe('ok');
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 6 * MINUTE_MS);
    expect(await found()).toEqual({
      status: 'warning',
      message: expect.stringMatching(/^mail\.welcome has not ended in time: a worker hangs/),
    });
    addFigures(server.runtime, { queue, sockets: () => ({}) });
    const { body } = await server.runtime.metrics.text();
    expect(body.split('\n')).toEqual(
      expect.arrayContaining([
        'marketdex_overdue_jobs{state="hanging"} 1',
        'marketdex_overdue_jobs{state="late"} 0',
      ]),
    );
  } finally {
    vi.restoreAllMocks();
    ended.resolve();
    await queue.close();
  }
});

it('reports an unreachable queue', async () => {
  const { queue } = await health({ redisUrl: `redis://127.0.0.1:${await testPort()}` });
  expect(queue).toEqual({
    status: 'error',
    message: 'The job queue does not respond. Check that Redis is running and that REDIS_URL is correct.',
  });
});

it('reports even if the database is down', async () => {
  const scope = server.scope();
  const fail = () => {
    throw new Error('connection refused');
  };
  const em = Object.assign(Object.create(scope.em), { getKysely: fail });
  const report = await new HealthService({
    ...scope,
    em,
    database: server.runtime.database,
    settings: { legalNotice: async () => fail() },
    discordRegistration: { status: async () => fail() },
  }).report();
  expect(report.map(({ part, status }) => `${part} ${status}`)).toEqual([
    'database error',
    'queue error',
    'mail error',
    'disk ok',
    'address warning',
    'legal error',
    'discord error',
  ]);
  expect(report[0]?.message).toMatch(/^The database does not respond\./);
});

it('reports a missing data folder', async () => {
  const { disk } = await health({ dataDir: `${server.runtime.config.dataDir}/nowhere` });
  expect(disk).toEqual({
    status: 'error',
    message: 'The data folder cannot be read. Check that DATA_DIR is correct, and its permissions.',
  });
});
