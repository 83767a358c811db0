import { beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../src/contract/shared/limits.ts';
import { JOBS } from '../src/queue/definitions.ts';
import { enqueue } from '../src/queue/outbox.ts';
import { addressLinkIn } from '../src/testing/accounts/address-links.ts';
import {
  itemSubmission,
  makeAccount,
  PASSWORD,
  suspend,
  type TestAccount,
} from '../src/testing/accounts/factories.ts';
import { everythingStored } from '../src/testing/attacks/canaries.ts';
import { call } from '../src/testing/clients/rest-client.ts';
import { testMailJobs } from '../src/testing/run/mail-jobs.ts';
import { testServer } from '../src/testing/run/server.ts';
import { type ReceivedMail, readable } from '../src/testing/servers/mail-server.ts';

const PUBLIC_URL = 'https://market.example';
const server = testServer({ PUBLIC_URL, SMTP_URL: 'smtp://127.0.0.1:9' });
const jobs = testMailJobs(server);

let red: TestAccount;

beforeEach(async () => {
  red = await makeAccount(server);
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

it('welcomes a new account with a link that confirms its address', async () => {
  const arrival = jobs.server.next();
  const { token, user } = (await register()).body;
  const mail = await arrival;
  expect(mail.to).toEqual([user.email]);
  expect(subjectOf(mail)).toBe('Welcome to MarketDex: confirm your email address');
  expect(addressLinkIn(mail)).toMatch(/^https:\/\/market\.example\/confirm-address\?token=[\w-]{43}$/);
  expect((await use(mail)).status).toBe(200);
  expect((await call(server, 'POST', '/items/submit', { token, body: itemSubmission() })).status).toBe(200);
});

it('tells the owner of an address, and nobody else, that it has an account', async () => {
  const arrival = jobs.server.next();
  const answer = await register(red.user.email.toUpperCase());
  expect(answer.status).toBe(200);
  const mail = await arrival;
  expect(subjectOf(mail)).toBe('You already have an account at MarketDex');
  expect(readable(mail)).toContain(`log in as ${red.user.username}`);
  expect(readable(mail)).toContain('https://market.example/forgot-password');
  expect(readable(mail)).not.toContain(answer.body.user.username);
  expect(addressLinkIn(mail)).toBeUndefined();

  const blue = await makeAccount(server);
  const body = { email: red.user.email };
  expect((await call(server, 'POST', '/email/change-address', { token: blue.token, body })).status).toBe(200);
  await jobs.settled('mail.confirm-address');
  const toOwner = jobs.to(red.user.email);
  expect(toOwner.map(subjectOf)).toEqual(Array(2).fill('You already have an account at MarketDex'));
  expect(toOwner.map(readable).join()).not.toContain(blue.user.username);
});

it('notifies the present address of a change, with a link that undoes it', async () => {
  const body = { email: 'other.red@example.org' };
  await call(server, 'POST', '/email/change-address', { token: red.token, body });
  await jobs.settled('mail.address-change');
  await jobs.settled('mail.confirm-address');
  const [notice] = jobs.to(red.user.email);
  const [confirm] = jobs.to(body.email);
  if (!notice || !confirm) throw new Error('A mail is missing');
  expect(readable(notice)).not.toContain(body.email);
  expect(readable(confirm)).not.toContain(red.user.email);
  expect((await use(confirm)).body).toMatchObject({ purpose: 'confirm' });
  expect((await use(notice)).body).toMatchObject({ purpose: 'undo' });
  const [row] = await server.sql('select email from account where user_id = ?', [red.user.user_id]);
  expect(row).toEqual({ email: red.user.email });
});

it('an address gets at most five emails a day, no matter which accounts ask', async () => {
  const email = 'flooded@example.org';
  for (let asked = 0; asked < LIMITS.addressLink.mailsPerDay + 2; asked += 1) await register(email);
  await jobs.settled('mail.confirm-address');
  expect(jobs.to(email)).toHaveLength(LIMITS.addressLink.mailsPerDay);
});

it('an account that was deleted right after its registration gets no welcome', async () => {
  await server.services().accountRemoval.remove(red.user.user_id);
  await enqueue(server.scope().em, JOBS.welcomeMail, { user_id: red.user.user_id });
  await jobs.settled('mail.welcome');
  expect(server.log.lines).toContainEqual(
    expect.objectContaining({
      path: 'mail.welcome',
      result: 'no email: the account is not active',
    }),
  );
});

it('the owner of an address gets no email while its account is suspended', async () => {
  await suspend(server, red);
  await register(red.user.email);
  await jobs.settled('mail.confirm-address');
  expect(jobs.to(red.user.email)).toEqual([]);
});

it('the token appears only in the email: not in a table, the queue or the log', async () => {
  const arrival = jobs.server.next();
  await register();
  const mail = await arrival;
  const token = tokenIn(mail);
  await call(server, 'GET', `/email/validate-address-link/${token}`);
  await use(mail);
  await jobs.settled('mail.confirm-address');
  const stored = await everythingStored(server);
  expect(stored).toMatch(/^bullmq\..*mail\.confirm-address/m);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  expect(JSON.stringify(server.log.lines)).not.toContain(token);
});
