import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../src/contract/shared/limits.ts';
import { addressLinkIn } from '../src/testing/address-links.ts';
import { everythingStored } from '../src/testing/canaries.ts';
import {
  itemSubmission,
  makeAccount,
  PASSWORD,
  suspend,
  type TestAccount,
} from '../src/testing/factories.ts';
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
const server = testServer({ PUBLIC_URL, SMTP_URL: 'smtp://127.0.0.1:9' });

let mailServer: TestMailServer;
let jobs: Jobs;
let red: TestAccount;

beforeAll(async () => {
  mailServer = await startMailServer();
  const { runtime } = server;
  const config = { ...runtime.config, smtpUrl: mailServer.url };
  jobs = await createJobs({ ...runtime, config, databaseUrl: server.database.url });
});
beforeEach(async () => {
  red = await makeAccount(server);
});
afterAll(async () => {
  await jobs.close();
  await mailServer.stop();
});

let newcomers = 0;
function register(email?: string) {
  newcomers += 1;
  const username = `newcomer_${newcomers}`;
  const body = { username, email: email ?? `${username}@example.org`, password: PASSWORD };
  return call(server, 'POST', '/auth/register', { body });
}

const subjectOf = ({ source }: ReceivedMail) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim();
const tokenIn = (mail: ReceivedMail) => new URL(addressLinkIn(mail) ?? '').searchParams.get('token') ?? '';
const use = (mail: ReceivedMail) =>
  call(server, 'POST', '/email/use-address-link', { body: { token: tokenIn(mail) } });

/** Waits until all jobs of this name have ended, and expects that none failed. */
async function settled(name: string) {
  const asked = (await server.sql('select 1 from outbox where job = ?', [name])).length;
  const endings = () =>
    server.log.lines.filter(({ msg, path }) => path === name && /^job (finished|failed)$/.test(msg));
  await expect.poll(endings, { timeout: 20_000 }).toHaveLength(asked);
  expect(endings().map(({ msg }) => msg)).not.toContain('job failed');
}
const mailsTo = (email: string) => mailServer.received.filter(({ to }) => to[0]?.toLowerCase() === email);

it('welcomes a new account with a link that confirms its address', async () => {
  const arrival = mailServer.next();
  const { token, user } = (await register()).body;
  const mail = await arrival;
  expect(mail.to).toEqual([user.email]);
  expect(subjectOf(mail)).toBe('Welcome to MarketDex: confirm your address');
  expect(addressLinkIn(mail)).toMatch(/^https:\/\/market\.example\/confirm-address\?token=[\w-]{43}$/);
  expect((await use(mail)).status).toBe(200);
  expect((await call(server, 'POST', '/items/submit', { token, body: itemSubmission() })).status).toBe(200);
});

it('tells the owner of an address, and nobody else, that it has an account', async () => {
  const arrival = mailServer.next();
  const answer = await register(red.user.email.toUpperCase());
  expect(answer.status).toBe(200);
  const mail = await arrival;
  expect(subjectOf(mail)).toBe('You already have an account at MarketDex');
  expect(readable(mail)).toContain(`sign in as ${red.user.username}`);
  expect(readable(mail)).toContain('https://market.example/forgot-password');
  expect(readable(mail)).not.toContain(answer.body.user.username);
  expect(addressLinkIn(mail)).toBeUndefined();

  const blue = await makeAccount(server);
  const body = { email: red.user.email };
  expect((await call(server, 'POST', '/email/change-address', { token: blue.token, body })).status).toBe(200);
  await settled('mail.confirm-address');
  const toOwner = mailsTo(red.user.email);
  expect(toOwner.map(subjectOf)).toEqual(Array(2).fill('You already have an account at MarketDex'));
  expect(toOwner.map(readable).join()).not.toContain(blue.user.username);
});

it('notifies the present address of a change, with a link that undoes it', async () => {
  const body = { email: 'other.red@example.org' };
  await call(server, 'POST', '/email/change-address', { token: red.token, body });
  await settled('mail.address-change');
  await settled('mail.confirm-address');
  const [notice] = mailsTo(red.user.email);
  const [confirm] = mailsTo(body.email);
  if (!notice || !confirm) throw new Error('A mail is missing');
  expect(readable(notice)).not.toContain(body.email);
  expect(readable(confirm)).not.toContain(red.user.email);
  expect((await use(confirm)).body).toMatchObject({ purpose: 'confirm' });
  expect((await use(notice)).body).toMatchObject({ purpose: 'undo' });
  const [row] = await server.sql('select email from account where user_id = ?', [red.user.user_id]);
  expect(row).toEqual({ email: red.user.email });
});

it('an address gets at most five mails a day, whichever accounts ask', async () => {
  const email = 'flooded@example.org';
  for (let asked = 0; asked < LIMITS.addressLink.mailsPerDay + 2; asked += 1) await register(email);
  await settled('mail.confirm-address');
  expect(mailsTo(email)).toHaveLength(LIMITS.addressLink.mailsPerDay);
});

it('the owner of an address gets no mail while its account is suspended', async () => {
  await suspend(server, red);
  await register(red.user.email);
  await settled('mail.confirm-address');
  expect(mailsTo(red.user.email)).toEqual([]);
});

it('the token appears only in the mail: not in a table, the queue or the log', async () => {
  const arrival = mailServer.next();
  await register();
  const mail = await arrival;
  const token = tokenIn(mail);
  await call(server, 'GET', `/email/validate-address-link/${token}`);
  await use(mail);
  await settled('mail.confirm-address');
  const stored = await everythingStored(server);
  expect(stored).toMatch(/^bullmq\..*mail\.confirm-address/m);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  expect(JSON.stringify(server.log.lines)).not.toContain(token);
});
