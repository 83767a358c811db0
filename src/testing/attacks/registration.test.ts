import { expect, it } from 'vitest';
import { newestAddressToken } from '../accounts/address-links.ts';
import { itemSubmission, makeAccount, openSession, PASSWORD, suspend } from '../accounts/factories.ts';
import { login } from '../accounts/sign-in.ts';
import { call } from '../clients/rest-client.ts';
import { testServer } from '../run/server.ts';

const server = testServer({ SMTP_URL: 'smtp://127.0.0.1:9' });

let names = 0;
function register(email: string) {
  names += 1;
  const body = { username: `guesser_${String(names).padStart(3, '0')}`, email, password: PASSWORD };
  return call(server, 'POST', '/auth/register', { body });
}
const use = (token: string) => call(server, 'POST', '/email/use-address-link', { body: { token } });

const TABLES = ['account', 'address_link', 'outbox', 'session', 'audit_event'];
const rows = () =>
  Promise.all(TABLES.map(async (table) => (await server.sql(`select from ${table}`)).length));

it('enumeration: registering does not tell whether an address has an account', async () => {
  const known = await makeAccount(server, 'user', 'known_owner');
  const suspended = await makeAccount(server, 'user', 'known_other');
  await suspend(server, suspended);
  const answers = [];
  for (const email of [
    known.user.email,
    'KNOWN_owner@example.org',
    suspended.user.email,
    'known_nobody@example.org',
  ]) {
    const before = await rows();
    const { status, headers, body } = await register(email);
    const written = (await rows()).map((after, i) => after - (before[i] ?? 0));
    const { user, token: _, ...rest } = body;
    const { user_id: _id, username: _name, email: address, ...shown } = user;
    expect(address).toBe(email);
    answers.push({ status, rest, shown, written, names: [...headers.keys()].toSorted() });
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]?.status).toBe(200);
});

it('enumeration: a new account cannot tell by what follows either', async () => {
  const known = await makeAccount(server);
  for (const email of [known.user.email, 'nobody@example.org']) {
    const { token } = (await register(email)).body;
    const address = await call(server, 'GET', '/email/address', { token });
    expect(address.body).toEqual({ email, confirmed: false, required: true, pending: null });
    expect((await call(server, 'POST', '/email/resend-confirmation', { token })).status).toBe(200);
    expect((await login(server, email, { password: 'not this one' })).status).toBe(401);
  }
  // The owner of the address signs in with it as ever.
  expect((await login(server, known.user.email)).body.user.user_id).toBe(known.user.user_id);
});

it('pre-hijacking: an account with the address of another person stays without it', async () => {
  const victim = 'victim@example.org';
  const { token: attacker } = (await register(victim)).body;
  const { user } = (await register(victim)).body;
  expect((await use(await newestAddressToken(server))).status).toBe(200);
  expect((await login(server, victim)).body.user.user_id).toBe(user.user_id);
  const submitted = await call(server, 'POST', '/items/submit', { token: attacker, body: itemSubmission() });
  expect(submitted.status).toBe(409);
});

it('a link confirms the account that it was mailed for, no matter who opens it', async () => {
  const { user } = (await register('opener@example.org')).body;
  const link = await newestAddressToken(server);
  const other = await makeAccount(server);
  const token = await openSession(server, other.user);
  const body = { token: link };
  expect((await call(server, 'POST', '/email/use-address-link', { token, body })).status).toBe(200);
  const confirmed = await server.sql(
    'select user_id from account where lower(email) = ? and email_confirmed_at is not null',
    ['opener@example.org'],
  );
  expect(confirmed).toEqual([{ user_id: user.user_id }]);
  expect((await use(link)).status).toBe(400);
});
