import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { withQueue } from '../src/queue/backend.ts';
import { makeAccount, PASSWORD, suspend } from '../src/testing/accounts/factories.ts';
import { newestResetToken, resetLinkIn } from '../src/testing/accounts/reset.ts';
import { everythingStored } from '../src/testing/attacks/canaries.ts';
import { call } from '../src/testing/clients/rest-client.ts';
import { testMailJobs } from '../src/testing/run/mail-jobs.ts';
import { testServer } from '../src/testing/run/server.ts';
import { type ReceivedMail, readable } from '../src/testing/servers/mail-server.ts';
import { jobId } from './relay.ts';

const PUBLIC_URL = 'https://market.example';
const server = testServer({ PUBLIC_URL });
const jobs = testMailJobs(server);

const tokenIn = (mail: ReceivedMail) => new URL(resetLinkIn(mail) ?? '').searchParams.get('token') ?? '';

const ask = (username: string) =>
  call(server, 'POST', '/email/request-password-reset', { body: { username } });

it('resets a password with the mailed link and notifies the owner', async () => {
  const { user } = await makeAccount(server);
  const first = jobs.server.next();
  expect((await ask(user.username)).status).toBe(200);
  const mail = await first;
  expect(mail.to).toEqual([user.email]);
  expect(readable(mail)).toContain(user.username);

  const token = tokenIn(mail);
  expect((await call(server, 'GET', `/email/validate-reset-token/${token}`)).body).toEqual({
    valid: true,
    username: user.username,
  });
  const second = jobs.server.next();
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
  const arrival = jobs.server.next();
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

it('sends the same link when the email is retried', async () => {
  const { user } = await makeAccount(server);
  jobs.server.answerRecipients(451);
  await ask(user.username);
  const failed = () =>
    server.log.lines.some(({ msg, path }) => /will be retried/.test(msg) && path === 'mail.password-reset');
  await expect.poll(failed).toBe(true);
  const arrival = jobs.server.next();
  jobs.server.answerRecipients(250);
  // The next attempt would follow after 5 s.
  const [{ id } = { id: '' }] = await server.sql<{ id: string }>(
    `select id from outbox where job = 'mail.password-reset' order by created_at desc limit 1`,
  );
  const { database, logger } = server.runtime;
  const options = { redisUrl: undefined, databaseUrl: database.url, logger };
  await withQueue(options, (queue) => queue.promote('mail', [jobId(id)]));
  expect(tokenIn(await arrival)).toBe(await newestResetToken(server));
});

it('sends no email for unknown or suspended accounts or replaced links, and no job fails', async () => {
  const suspended = await makeAccount(server);
  await suspend(server, suspended);
  const twice = await makeAccount(server);
  const received = jobs.server.received.length;
  await server.runtime.orm.em.fork().transactional(async () => {
    for (const name of ['nobody_at_all', suspended.user.username, twice.user.username, twice.user.username])
      await server.services().passwordReset.request(name);
  });
  // Every request has a job, and jobs of earlier tests may still be running.
  const requests = await server.sql('select 1 from password_reset');
  const ended = () => jobs.endings('mail.password-reset');
  await expect.poll(ended).toHaveLength(requests.length);

  expect(ended().map(({ msg }) => msg)).not.toContain('job failed');
  const mails = jobs.server.received.slice(received);
  expect(mails.map(({ to }) => to)).toEqual([[twice.user.email]]);
});

it('the token appears only in the email: not in a table, the queue or the log', async () => {
  const { user } = await makeAccount(server);
  const arrival = jobs.server.next();
  await ask(user.username);
  const token = tokenIn(await arrival);
  await call(server, 'GET', `/email/validate-reset-token/${token}`);
  const body = { token, newPassword: 'a canary for tests' };
  const before = jobs.endings('mail.password-changed').length;
  await call(server, 'POST', '/email/reset-password', { body });
  await expect.poll(() => jobs.endings('mail.password-changed')).toHaveLength(before + 1);

  const stored = await everythingStored(server);
  expect(stored).toMatch(/^bullmq\..*mail\.password-reset/m);
  const hex = Buffer.from(token, 'base64url').toString('hex');
  for (const secret of [token, hex, body.newPassword]) {
    expect(stored).not.toContain(secret);
    expect(JSON.stringify(server.log.lines)).not.toContain(secret);
  }
});
