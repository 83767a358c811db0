import { beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../src/contract/shared/limits.ts';
import { addressLinkIn, unconfirm } from '../src/testing/accounts/address-links.ts';
import { TestAuthenticator } from '../src/testing/accounts/authenticator.ts';
import { makeAccount, PASSWORD, suspend, type TestAccount } from '../src/testing/accounts/factories.ts';
import { askForReset } from '../src/testing/accounts/reset.ts';
import { login } from '../src/testing/accounts/sign-in.ts';
import { enrol } from '../src/testing/accounts/totp.ts';
import { callerFor } from '../src/testing/clients/callers.ts';
import { call } from '../src/testing/clients/rest-client.ts';
import { testMailJobs } from '../src/testing/run/mail-jobs.ts';
import { testServer } from '../src/testing/run/server.ts';
import { type ReceivedMail, readable } from '../src/testing/servers/mail-server.ts';

/** Requests come from the address in `X-Forwarded-For`. */
const server = testServer({ PUBLIC_URL: 'https://market.example', TRUSTED_PROXIES: 'loopback' });
const jobs = testMailJobs(server);

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0';
const NEWER_FIREFOX = FIREFOX.replaceAll('128', '140');
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1';

let red: TestAccount;

beforeEach(async () => {
  red = await makeAccount(server);
});

const subjectOf = ({ source }: ReceivedMail) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim();
const mailsTo = ({ user }: TestAccount) => jobs.to(user.email);

const signIn = (userAgent: string, address: string, password = PASSWORD) =>
  call(server, 'POST', '/auth/login', {
    body: { username: red.user.username, password },
    headers: { 'user-agent': userAgent, 'x-forwarded-for': address },
  });

it('a sign-in with another browser or from another network is reported once', async () => {
  await signIn(FIREFOX, '203.0.113.7');
  await signIn(NEWER_FIREFOX, '203.0.99.1');
  await jobs.settled();
  // The first sign-in has nothing to compare with; a new version or address of the same provider is no new device.
  expect(mailsTo(red)).toEqual([]);

  await signIn(SAFARI, '203.0.113.7');
  await signIn(SAFARI, '203.0.113.7');
  await signIn(FIREFOX, '198.51.100.1');
  await signIn(FIREFOX, '203.0.113.7');
  await jobs.settled();
  expect(mailsTo(red).map(subjectOf)).toEqual(Array(2).fill('New login to your MarketDex account'));
  const texts = mailsTo(red).map(readable);
  expect(texts.some((text) => text.includes('Safari on iPhone'))).toBe(true);
  expect(texts.join()).toMatch(/\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC/);
});

it('ten failed sign-ins are reported once an hour', async () => {
  const { points, seconds } = LIMITS.failedSignIns;
  for (let failed = 1; failed < points; failed += 1)
    await login(server, red.user.username, { password: 'no' });
  await jobs.settled();
  expect(mailsTo(red)).toEqual([]);
  for (let failed = 0; failed < points * 2; failed += 1)
    await login(server, red.user.email, { password: 'no' });
  await jobs.settled();
  expect(mailsTo(red).map(subjectOf)).toEqual(['Failed logins to your MarketDex account']);
  expect(seconds).toBe(3600);
});

it('an unknown name costs the same, and sends nothing', async () => {
  // Mails of the test before.
  await jobs.settled();
  const before = jobs.server.received.length;
  for (let failed = 0; failed < LIMITS.failedSignIns.points; failed += 1)
    await login(server, 'nobody_at_all');
  await jobs.settled();
  const [job] = await server.sql(
    `select payload from outbox where job = 'mail.failed-sign-ins' order by created_at desc limit 1`,
  );
  expect(job).toEqual({ payload: { user_id: null } });
  expect(jobs.server.received).toHaveLength(before);
});

it('the deletion of an account is confirmed by an email, after which its address is gone', async () => {
  const { email, username } = red.user;
  await callerFor(server, red.token).account.delete({ username });
  await jobs.settled();
  const mails = jobs.to(email);
  expect(mails.map(subjectOf)).toEqual(['Your MarketDex account was deleted']);
  await expect.poll(() => server.sql('select from account_deleted_mail')).toEqual([]);
});

it('the email about a second factor that an intruder added gives the account back to its owner', async () => {
  await enrol(server, red.token);
  await jobs.settled();
  const { passkeys } = callerFor(server, red.token);
  const here = { origin: 'https://market.example', domain: 'market.example' };
  const credential = new TestAuthenticator().create(await passkeys.creationOptions({}), here);
  await passkeys.add({ credential });
  await jobs.settled();
  const [app, passkey] = mailsTo(red);
  expect([app, passkey].map((mail) => mail && subjectOf(mail))).toEqual([
    'Two-factor authentication was turned on',
    'A passkey was added to your account',
  ]);
  const undo = async (mail: ReceivedMail | undefined) => {
    const token = new URL((mail && addressLinkIn(mail)) ?? '').searchParams.get('token');
    return (await call(server, 'POST', '/email/use-address-link', { body: { token } })).status;
  };
  expect(await undo(app)).toBe(200);
  // Undone together with what came before it.
  expect(await undo(passkey)).toBe(400);
  const body = { token: await askForReset(server, red.user), newPassword: 'another one for tests' };
  await call(server, 'POST', '/email/reset-password', { body });
  const signedIn = await login(server, red.user.username, { password: body.newPassword });
  expect(signedIn.body).toHaveProperty('token');
});

it('a second factor and a new password are reported, except to unconfirmed addresses and suspended accounts', async () => {
  const blue = await makeAccount(server);
  const green = await makeAccount(server);
  await unconfirm(server, blue);
  for (const { token } of [red, blue]) await enrol(server, token);
  for (const account of [red, blue, green]) {
    if (account === green) await suspend(server, green);
    await server.services().password.reset(account.user.username, 'another one for tests');
  }
  await jobs.settled();
  expect(mailsTo(red).map(subjectOf).toSorted()).toEqual([
    'Two-factor authentication was turned on',
    'Your MarketDex password was changed',
  ]);
  expect([...mailsTo(blue), ...mailsTo(green)]).toEqual([]);
  expect(server.log.lines).toContainEqual(
    expect.objectContaining({
      path: 'mail.password-changed',
      result: 'no email: the account is not active, or its address is unconfirmed',
    }),
  );
});
