import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount, PASSWORD, suspend } from '../src/testing/factories.ts';
import { type ReceivedMail, startMailServer, type TestMailServer } from '../src/testing/mail-server.ts';
import { newestResetToken } from '../src/testing/reset.ts';
import { call } from '../src/testing/rest-client.ts';
import { testServer } from '../src/testing/server.ts';
import { createJobs, type Jobs } from './registry.ts';

const PUBLIC_URL = 'https://market.example';
const server = testServer({ PUBLIC_URL });

let mailServer: TestMailServer;
let jobs: Jobs;

beforeAll(async () => {
  mailServer = await startMailServer();
  const { config, orm, logger, clock } = server.platform;
  jobs = await createJobs({
    config: { ...config, smtpUrl: mailServer.url },
    orm,
    logger,
    clock,
    databaseUrl: server.database.url,
  });
});
afterAll(async () => {
  await jobs.close();
  await mailServer.stop();
});

/** The mail's text as its reader sees it. */
const readable = ({ source }: ReceivedMail) =>
  source
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const linkIn = (mail: ReceivedMail) =>
  /https?:\/\/\S+\/reset-password\?token=[\w-]+/.exec(readable(mail))?.[0] ?? '';
const tokenIn = (mail: ReceivedMail) => new URL(linkIn(mail)).searchParams.get('token') ?? '';

const ask = (username: string) =>
  call(server, 'POST', '/email/request-password-reset', { body: { username } });

/** How the jobs of a name have ended so far. */
const endings = (name: string) =>
  server.log.lines.filter(({ msg, path }) => path === name && /^job (finished|failed)$/.test(msg));

/** Every value of every table, the queue's too, as text. */
async function everythingStored(): Promise<string> {
  const tables = await server.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'bullmq')`,
  );
  const contents = await Promise.all(
    tables.map(({ name }) => server.sql<{ row: string }>(`select t::text as row from ${name} t`)),
  );
  expect(tables.filter(({ name }) => name.startsWith('bullmq.'))).not.toEqual([]);
  return contents
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

it('leads from the request over the mail to a new password, and tells the owner', async () => {
  const { user } = await makeAccount(server);
  const first = mailServer.next();
  expect((await ask(user.username)).status).toBe(200);
  const mail = await first;
  expect(mail.to).toEqual([user.email]);
  expect(readable(mail)).toContain(user.username);

  const token = tokenIn(mail);
  expect((await call(server, 'GET', `/email/validate-reset-token/${token}`)).body).toEqual({
    valid: true,
    username: user.username,
  });
  const second = mailServer.next();
  const body = { token, newPassword: 'another one for tests' };
  expect((await call(server, 'POST', '/email/reset-password', { body })).status).toBe(200);
  const notice = await second;
  expect(notice.to).toEqual([user.email]);
  expect(notice.source).toContain('Subject: Your MarketDex password was changed');
  expect(notice.source).not.toContain(token);

  const signIn = (password: string) =>
    call(server, 'POST', '/auth/login', { body: { username: user.username, password } });
  expect((await signIn(PASSWORD)).status).toBe(401);
  expect((await signIn(body.newPassword)).status).toBe(200);
});

it('hackathon-starter#1326: the link leads to the configured address, whatever the request claims', async () => {
  const { user } = await makeAccount(server);
  const arrival = mailServer.next();
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    origin: 'https://evil.example',
    'content-type': 'application/json',
  };
  const post = request(`${server.url}/api/email/request-password-reset`, { method: 'POST', headers });
  const answered = new Promise<string>((resolve, reject) => {
    post.once('response', (response) => resolve(text(response)));
    post.once('error', reject);
  });
  post.end(JSON.stringify({ username: user.username }));
  await answered;

  const mail = await arrival;
  expect(linkIn(mail)).toMatch(/^https:\/\/market\.example\/reset-password\?token=[\w-]{43}$/);
  expect(mail.source).not.toContain('evil.example');
});

it('writes the same link when the mail is sent again', async () => {
  const { user } = await makeAccount(server);
  mailServer.answerRecipients(451);
  await ask(user.username);
  const failed = () =>
    server.log.lines.some(
      ({ msg, path }) => /will be tried again/.test(msg) && path === 'mail.password-reset',
    );
  await expect.poll(failed, { timeout: 10_000 }).toBe(true);
  const arrival = mailServer.next();
  mailServer.answerRecipients(250);
  // The second try follows after the definition's backoff, 5 s.
  expect(tokenIn(await arrival)).toBe(await newestResetToken(server));
});

it('neither nobody nor a suspended account nor a link that is void already gets a mail, and no job fails', async () => {
  const suspended = await makeAccount(server);
  await suspend(server, suspended);
  const twice = await makeAccount(server);
  const before = endings('mail.password-reset').length;
  const received = mailServer.received.length;
  await server.platform.orm.em.fork().transactional(async () => {
    for (const name of ['nobody_at_all', suspended.user.username, twice.user.username, twice.user.username])
      await server.services().passwordReset.request(name);
  });
  const ended = () => endings('mail.password-reset').slice(before);
  await expect.poll(ended, { timeout: 10_000 }).toHaveLength(4);

  expect(ended().map(({ msg }) => msg)).not.toContain('job failed');
  const mails = mailServer.received.slice(received);
  expect(mails.map(({ to }) => to)).toEqual([[twice.user.email]]);
});

it('the token stands in the mail and nowhere else: not in a table, the queue, or a log line', async () => {
  const { user } = await makeAccount(server);
  const arrival = mailServer.next();
  await ask(user.username);
  const token = tokenIn(await arrival);
  await call(server, 'GET', `/email/validate-reset-token/${token}`);
  const body = { token, newPassword: 'a canary for tests' };
  const before = endings('mail.password-changed').length;
  await call(server, 'POST', '/email/reset-password', { body });
  await expect.poll(() => endings('mail.password-changed'), { timeout: 10_000 }).toHaveLength(before + 1);

  const stored = await everythingStored();
  expect(stored).toContain('mail.password-reset');
  const hex = Buffer.from(token, 'base64url').toString('hex');
  for (const secret of [token, hex, body.newPassword]) {
    expect(stored).not.toContain(secret);
    expect(JSON.stringify(server.log.lines)).not.toContain(secret);
  }
});
