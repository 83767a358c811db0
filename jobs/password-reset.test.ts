import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everythingStored } from '../src/testing/canaries.ts';
import { makeAccount, PASSWORD, suspend } from '../src/testing/factories.ts';
import { newestResetToken, resetLinkIn } from '../src/testing/reset.ts';
import { call } from '../src/testing/rest-client.ts';
import { testServer } from '../src/testing/server.ts';
import {
  type ReceivedMail,
  readable,
  startMailServer,
  type TestMailServer,
} from '../src/testing/servers/mail-server.ts';
import { createJobs, type Jobs } from './registry.ts';

const PUBLIC_URL = 'https://market.example';
const server = testServer({ PUBLIC_URL });

let mailServer: TestMailServer;
let jobs: Jobs;

beforeAll(async () => {
  mailServer = await startMailServer();
  const { runtime } = server;
  jobs = await createJobs({
    ...runtime,
    config: { ...runtime.config, smtpUrl: mailServer.url },
    databaseUrl: server.database.url,
  });
});
afterAll(async () => {
  await jobs.close();
  await mailServer.stop();
});

const tokenIn = (mail: ReceivedMail) => new URL(resetLinkIn(mail) ?? '').searchParams.get('token') ?? '';

const ask = (username: string) =>
  call(server, 'POST', '/email/request-password-reset', { body: { username } });

/** The jobs of this name that have ended so far. */
const endings = (name: string) =>
  server.log.lines.filter(({ msg, path }) => path === name && /^job (finished|failed)$/.test(msg));

it('resets a password with the mailed link and notifies the owner', async () => {
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

it('hackathon-starter#1326: the link uses the configured URL, not the host of the request', async () => {
  const { user } = await makeAccount(server);
  const arrival = mailServer.next();
  const headers = {
    // Names with a dot are refused (src/testing/attacks/connections.test.ts).
    host: 'evil',
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
  expect(resetLinkIn(mail)).toMatch(/^https:\/\/market\.example\/reset-password\?token=[\w-]{43}$/);
  expect(mail.source).not.toContain('evil');
});

it('sends the same link when the mail is retried', async () => {
  const { user } = await makeAccount(server);
  mailServer.answerRecipients(451);
  await ask(user.username);
  const failed = () =>
    server.log.lines.some(({ msg, path }) => /will be retried/.test(msg) && path === 'mail.password-reset');
  await expect.poll(failed).toBe(true);
  const arrival = mailServer.next();
  mailServer.answerRecipients(250);
  // The second attempt follows after the backoff of the job definition, 5 s.
  expect(tokenIn(await arrival)).toBe(await newestResetToken(server));
});

it('sends no mail for unknown or suspended accounts or replaced links, and no job fails', async () => {
  const suspended = await makeAccount(server);
  await suspend(server, suspended);
  const twice = await makeAccount(server);
  const received = mailServer.received.length;
  await server.runtime.orm.em.fork().transactional(async () => {
    for (const name of ['nobody_at_all', suspended.user.username, twice.user.username, twice.user.username])
      await server.services().passwordReset.request(name);
  });
  // Every request has a job, and jobs of earlier tests may still be running.
  const requests = await server.sql('select 1 from password_reset');
  const ended = () => endings('mail.password-reset');
  await expect.poll(ended).toHaveLength(requests.length);

  expect(ended().map(({ msg }) => msg)).not.toContain('job failed');
  const mails = mailServer.received.slice(received);
  expect(mails.map(({ to }) => to)).toEqual([[twice.user.email]]);
});

it('the token appears only in the mail: not in a table, the queue or the log', async () => {
  const { user } = await makeAccount(server);
  const arrival = mailServer.next();
  await ask(user.username);
  const token = tokenIn(await arrival);
  await call(server, 'GET', `/email/validate-reset-token/${token}`);
  const body = { token, newPassword: 'a canary for tests' };
  const before = endings('mail.password-changed').length;
  await call(server, 'POST', '/email/reset-password', { body });
  await expect.poll(() => endings('mail.password-changed')).toHaveLength(before + 1);

  const stored = await everythingStored(server);
  expect(stored).toMatch(/^bullmq\..*mail\.password-reset/m);
  const hex = Buffer.from(token, 'base64url').toString('hex');
  for (const secret of [token, hex, body.newPassword]) {
    expect(stored).not.toContain(secret);
    expect(JSON.stringify(server.log.lines)).not.toContain(secret);
  }
});
