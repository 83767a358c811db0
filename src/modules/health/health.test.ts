import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Health } from '../../contract/admin/admin.ts';
import { freePort } from '../../lib/process/free-port.ts';
import { testServer } from '../../testing/server.ts';
import { startMailServer, type TestMailServer } from '../../testing/servers/mail-server.ts';
import type { RequestScope } from '../scope.ts';
import { HealthService } from './health.service.ts';

const server = testServer();
let mails: TestMailServer;
beforeAll(async () => {
  mails = await startMailServer();
});
afterAll(() => mails.stop());
beforeEach(() => server.sql('truncate email_delivery, outbox'));

/** The health of each part, optionally with changed settings. */
async function health(settings: Partial<RequestScope['config']> = {}) {
  const scope = server.scope();
  const config = { ...scope.config, ...settings };
  const report = await new HealthService({ ...scope, config, orm: server.runtime.orm }).report();
  return Object.fromEntries(report.map(({ part, ok, says }) => [part, { ok, says }])) as Record<
    Health['part'],
    Omit<Health, 'part'>
  >;
}
const delivery = (id: string, created: Date, sent: Date | null) =>
  server.sql(
    'insert into email_delivery (job_id, message_id, attempts, created, sent_at) values (?, ?, 1, ?, ?)',
    [id, `<${id}@example.org>`, created, sent],
  );
const ago = (seconds: number) => new Date(server.clock.now().getTime() - seconds * 1_000);

it('reports one line for each part when everything works', async () => {
  expect(await health({ smtpUrl: mails.url })).toEqual({
    database: {
      ok: true,
      says: expect.stringMatching(/^PostgreSQL [\d.]+ answers in \d+ ms\. Database size: \d+ MB\.$/),
    },
    queue: { ok: true, says: 'No jobs waiting or failed.' },
    mail: { ok: true, says: 'Mails are sent through 127.0.0.1; none has been sent so far.' },
    disk: { ok: true, says: expect.stringMatching(/^[\d.]+ GB are free in DATA_DIR\.$/) },
  });
  const { mail } = await health();
  expect(mail).toEqual({
    ok: true,
    says: 'SMTP_URL is not set: mails are written to the folder mail in DATA_DIR.',
  });
});

it('reports an unreachable mail server, without its credentials', async () => {
  const port = await freePort();
  const { mail } = await health({ smtpUrl: `smtp://someone:secret@127.0.0.1:${port}` });
  expect(mail).toEqual({
    ok: false,
    says: 'The mail server 127.0.0.1 does not respond. Check that it is running and that SMTP_URL is correct.',
  });
});

it('reports failed mails until one is sent', async () => {
  await delivery('first', ago(900), ago(890));
  await delivery('second', ago(600), null);
  await delivery('third', ago(300), null);
  await delivery('under-way', ago(5), null);
  const { mail } = await health({ smtpUrl: mails.url });
  expect(mail.ok).toBe(false);
  expect(mail.says).toMatch(
    /^2 mails could not be sent, the newest from .*; the last one was sent on .*jobs status$/,
  );
  await delivery('fourth', ago(200), ago(190));
  expect((await health({ smtpUrl: mails.url })).mail.ok).toBe(true);
});

it('reports jobs that no worker picks up', async () => {
  await server.sql(
    `insert into outbox (id, job, payload, created_at)
     values (gen_random_uuid(), 'mail.welcome', '{}', now() - interval '1 hour')`,
  );
  const { queue } = await health();
  expect(queue.ok).toBe(false);
  expect(queue.says).toMatch(/^1 job waiting since .*: no worker is running\. Start one: npm run worker$/);
});

it('reports an unreachable queue', async () => {
  const { queue } = await health({ redisUrl: `redis://127.0.0.1:${await freePort()}` });
  expect(queue).toEqual({
    ok: false,
    says: 'The job queue does not respond. Check that Redis is running and that REDIS_URL is correct.',
  });
});

it('reports even if the database is down', async () => {
  const scope = server.scope();
  const fail = () => {
    throw new Error('connection refused');
  };
  const em = Object.assign(Object.create(scope.em), { getKysely: fail });
  const report = await new HealthService({ ...scope, em, orm: server.runtime.orm }).report();
  expect(report.map(({ ok }) => ok)).toEqual([false, false, false, true]);
  expect(report[0]?.says).toMatch(/^The database does not respond\./);
});

it('reports a missing data folder', async () => {
  const { disk } = await health({ dataDir: `${server.runtime.config.dataDir}/nowhere` });
  expect(disk).toEqual({
    ok: false,
    says: 'The data folder cannot be read. Check that DATA_DIR is correct, and its permissions.',
  });
});
