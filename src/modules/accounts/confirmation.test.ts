import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { makeAccount, openSession, PASSWORD } from '../../testing/accounts/factories.ts';
import { isAlive, login } from '../../testing/accounts/sign-in.ts';
import { codeNow, enrol, nextCodes, wrongCode } from '../../testing/accounts/totp.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { fixture } from '../../testing/run/fixture.ts';
import { lockAwaited } from '../../testing/run/lock-waits.ts';
import { testServer } from '../../testing/run/server.ts';
import { connect } from '../../testing/servers/postgres.ts';
import { REPLACED_TOKEN_MS } from '../sessions/sessions.service.ts';

const server = testServer();
/** Holds locks like another transaction would. */
const holder = fixture(() => connect(server.database.url), 'end');

const setUp = (token: string) => call(server, 'POST', '/2fa/setup', { token });
const confirm = (token: string, password: string, code?: string) =>
  call(server, 'POST', '/auth/confirm', {
    token,
    body: { password },
    ...(code !== undefined && { headers: { 'x-totp-token': code } }),
  });
const REQUIRED = {
  status: 428,
  body: { code: 'PRECONDITION_REQUIRED', error: 'Please confirm your identity first.' },
};
const NEW = 'quite another password';
const tooLate = () => server.clock.advance(LIMITS.confirmationMinutes * 60_000);

it('a sign-in and a confirmation count for five minutes, each for its own session', async () => {
  const { user } = await makeAccount(server);
  const token: string = (await login(server, user.username)).body.token;
  const other: string = (await login(server, user.username)).body.token;
  server.clock.advance(LIMITS.confirmationMinutes * 60_000 - 1);
  expect((await setUp(token)).status).toBe(200);
  server.clock.advance(1);
  expect(await setUp(token)).toMatchObject(REQUIRED);
  const { body: confirmed } = await confirm(token, PASSWORD);
  expect((await setUp(confirmed.token)).status).toBe(200);
  expect(await setUp(other)).toMatchObject(REQUIRED);
});

const sessionsOf = async (token: string) => (await callerFor(server, token).sessions.list({})).data;

it('a confirmation replaces the token of its session, which stays the same one', async () => {
  const { token, user } = await makeAccount(server);
  const other = await openSession(server, user);
  const before = await sessionsOf(token);
  const { body } = await confirm(token, PASSWORD);
  expect(body.token).not.toBe(token);
  // Calls under way may still arrive with the old one.
  for (const current of [token, body.token]) expect(await sessionsOf(current)).toEqual(before);
  server.clock.advance(REPLACED_TOKEN_MS - 1);
  expect(await isAlive(server, token)).toBe(true);
  server.clock.advance(1);
  const alive = [token, body.token, other].map((one) => isAlive(server, one));
  expect(await Promise.all(alive)).toEqual([false, true, true]);
});

it('a confirmation whose answer was lost can be repeated with the old token, until the new one is used', async () => {
  const { token } = await makeAccount(server);
  tooLate();
  await confirm(token, PASSWORD);
  server.clock.advance(2 * REPLACED_TOKEN_MS);
  expect(await setUp(token)).toMatchObject(REQUIRED);
  const { body } = await confirm(token, PASSWORD);
  expect((await setUp(body.token)).status).toBe(200);
  expect((await confirm(token, PASSWORD)).status).toBe(401);
  server.clock.advance(REPLACED_TOKEN_MS);
  expect(await Promise.all([token, body.token].map((one) => isAlive(server, one)))).toEqual([false, true]);
});

it.each<[string, (replaced: string, current: string) => Promise<unknown>]>([
  ['signing out', (_replaced, token) => call(server, 'POST', '/auth/logout', { token })],
  ['signing out with the replaced one', (token) => call(server, 'POST', '/auth/logout', { token })],
])('after %s, neither token is valid', async (_what, happens) => {
  const { token } = await makeAccount(server);
  const { body } = await confirm(token, PASSWORD);
  await happens(token, body.token);
  expect(await Promise.all([token, body.token].map((one) => isAlive(server, one)))).toEqual([false, false]);
});

it.each([undefined, '12345'])(
  'the code %j of a confirmation is refused by the name of its input',
  async (code) => {
    const { token } = await makeAccount(server);
    await enrol(server, token);
    const { status, body } = await confirm(token, PASSWORD, code);
    expect([status, Object.keys(body.fields)]).toEqual([400, ['X-TOTP-Token']]);
  },
);

it('a change of password ends the replaced token at once', async () => {
  const { token } = await makeAccount(server);
  const { body } = await confirm(token, PASSWORD);
  const change = { oldPassword: PASSWORD, newPassword: NEW };
  await callerFor(server, body.token).auth.changePassword(change);
  expect(await Promise.all([token, body.token].map((one) => isAlive(server, one)))).toEqual([false, true]);
});

it('a sign-in ends the session also by its replaced token', async () => {
  const { token, user } = await makeAccount(server);
  const { body } = await confirm(token, PASSWORD);
  const signIn = { token, body: { username: user.username, password: PASSWORD } };
  expect((await call(server, 'POST', '/auth/login', signIn)).status).toBe(200);
  expect(await isAlive(server, body.token)).toBe(false);
});

it('a wrong password confirms nothing, and does not end the session', async () => {
  const { token } = await makeAccount(server);
  tooLate();
  const refused = { status: 400, body: { details: ['The password is wrong.'] } };
  expect(await confirm(token, 'not the password')).toMatchObject(refused);
  expect(await setUp(token)).toMatchObject(REQUIRED);
});

describe.each<[string, (token: string) => Promise<unknown>]>([
  ['a confirmation', (token) => callerFor(server, token).auth.confirm({ password: PASSWORD })],
  [
    'a change of the password',
    (token) => callerFor(server, token).auth.changePassword({ oldPassword: PASSWORD, newPassword: NEW }),
  ],
])('%s, while the stored hash is replaced,', (_what, request) => {
  const requestWhileReplaced = async (password: string) => {
    const { token, user } = await makeAccount(server);
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock($1, $2)', [ADVISORY_LOCKS.account, user.user_id]);
    const answer = request(token);
    await lockAwaited(server);
    const hash = await server.runtime.passwords.hash(password);
    await server.sql('update account set password_hash = ? where user_id = ?', [hash, user.user_id]);
    await Promise.all([answer, holder.query('rollback')]);
  };

  it('succeeds if the password is the same, as after a sign-in that renews the hash', () =>
    requestWhileReplaced(PASSWORD));

  it('is refused if the password is another one', () =>
    expect(requestWhileReplaced(NEW)).rejects.toThrow('password is wrong.'));
});

it('an account with a second factor confirms with a code, too', async () => {
  const { token, user } = await makeAccount(server);
  const { secret, recoveryCodes } = await enrol(server, token);
  tooLate();
  const refused = { status: 400, body: { code: 'BAD_REQUEST' } };
  expect(await confirm(token, PASSWORD)).toMatchObject(refused);
  expect(await confirm(token, PASSWORD, '12345')).toMatchObject(refused);
  expect(await confirm(token, PASSWORD, await wrongCode(server, secret))).toMatchObject(refused);
  expect((await call(server, 'POST', '/2fa/disable', { token, body: { token: '000000' } })).status).toBe(428);
  const { body: confirmed } = await confirm(token, PASSWORD, await codeNow(server, secret));
  nextCodes(server);
  const off = { token: confirmed.token, body: { token: await codeNow(server, secret) } };
  expect((await call(server, 'POST', '/2fa/disable', off)).status).toBe(200);
  expect(recoveryCodes).toHaveLength(LIMITS.twoFactor.recoveryCodes);
  const actions = await server.sql(
    `select action, count(*)::int as events from audit_event
     where actor_id = ? and action like 'session.confirm%' group by action order by action`,
    [user.user_id],
  );
  expect(actions).toEqual([
    { action: 'session.confirmation-refused', events: 3 },
    { action: 'session.confirmed', events: 1 },
  ]);
});

it('a recovery code confirms once', async () => {
  const { token } = await makeAccount(server);
  const { recoveryCodes } = await enrol(server, token);
  const { status, body } = await confirm(token, PASSWORD, recoveryCodes[0]);
  expect(status).toBe(200);
  expect((await confirm(body.token, PASSWORD, recoveryCodes[0])).status).toBe(400);
});
