import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { addPasskey, type TestAuthenticator } from '../../testing/accounts/authenticator.ts';
import { makeAccount, openSession, PASSWORD } from '../../testing/accounts/factories.ts';
import { isAlive, login, pendingToken, verify2fa } from '../../testing/accounts/sign-in.ts';
import { codeNow, enrol, nextCodes } from '../../testing/accounts/totp.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();
const visitor = () => callerFor(server);

const signIn = async (key: TestAuthenticator) => {
  const { passkeys } = visitor();
  return passkeys.signIn({ credential: key.get(await passkeys.signInOptions({})) });
};
const left = async (token: string) => (await call(server, 'GET', '/2fa/status', { token })).body;

it('signs in without a password, and records it', async () => {
  const { user } = await makeAccount(server);
  const { key } = await addPasskey(server, { user });
  const { token, user: signedIn } = await signIn(key);
  expect(signedIn.username).toBe(user.username);
  const [passkey] = (await callerFor(server, token).passkeys.list({})).data;
  expect(passkey).toMatchObject({ name: 'Unknown device', lastUsed: server.clock.now().toISOString() });
  const events = await server.sql(
    `select action, detail from audit_event where actor_id = ? order by event_id desc limit 2`,
    [user.user_id],
  );
  expect(events).toEqual([
    { action: 'sign-in', detail: { by: 'passkey' } },
    { action: 'passkey.added', detail: { name: 'Unknown device' } },
  ]);
});

it('is a second factor: the password is not enough, and the first comes with recovery codes', async () => {
  const { user } = await makeAccount(server);
  const { token, recoveryCodes } = await addPasskey(server, { user });
  expect(recoveryCodes).toHaveLength(LIMITS.twoFactor.recoveryCodes);
  expect((await login(server, user.username)).body).toMatchObject({
    requires2FA: true,
    factors: { app: false, passkeys: 1 },
  });
  const waiting = await pendingToken(server, user.username);
  expect((await verify2fa(server, waiting, '123456')).status).toBe(401);
  expect((await verify2fa(server, waiting, recoveryCodes[0] ?? '')).status).toBe(200);
  expect(await left(token)).toEqual({
    is2FAEnabled: false,
    passkeys: 1,
    recoveryCodesLeft: 9,
    required: null,
  });
});

it('confirms the identity of its owner, and so does the password with a recovery code', async () => {
  const { user } = await makeAccount(server);
  const { key, token, recoveryCodes } = await addPasskey(server, { user });
  const { passkeys } = callerFor(server, token);
  server.clock.advance(LIMITS.confirmationMinutes * 60_000);
  await expect(passkeys.creationOptions({})).rejects.toMatchObject({ code: 'PRECONDITION_REQUIRED' });
  const { token: second } = await passkeys.confirm({
    credential: key.get(await passkeys.confirmOptions({})),
  });
  await expect(passkeys.creationOptions({})).rejects.toMatchObject({ code: 'PRECONDITION_REQUIRED' });
  await callerFor(server, second).passkeys.creationOptions({});

  server.clock.advance(LIMITS.confirmationMinutes * 60_000);
  const confirm = (headers: Record<string, string>) =>
    call(server, 'POST', '/auth/confirm', { token: second, body: { password: PASSWORD }, headers });
  expect((await confirm({})).status).toBe(400);
  const { status, body } = await confirm({ 'x-totp-token': recoveryCodes[0] ?? '' });
  expect(status).toBe(200);
  await callerFor(server, body.token).passkeys.creationOptions({});
});

it('is renamed and removed; with the last factor the recovery codes go, too', async () => {
  const { user } = await makeAccount(server);
  const { id, key, token } = await addPasskey(server, { user });
  const elsewhere = await openSession(server, user);
  const { passkeys } = callerFor(server, token);
  expect(await passkeys.rename({ id, name: ' Blue key ' })).toMatchObject({ name: 'Blue key' });
  await passkeys.remove({ id });
  expect([await isAlive(server, token), await isAlive(server, elsewhere)]).toEqual([true, false]);
  expect(await left(token)).toEqual({
    is2FAEnabled: false,
    passkeys: 0,
    recoveryCodesLeft: 0,
    required: null,
  });
  await expect(signIn(key)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect((await login(server, user.username)).body).toHaveProperty('token');
  const mails = await server.sql(
    `select payload->'added' as added from outbox where job = 'mail.passkey-changed'
      and payload->>'user_id' = ? order by created_at`,
    [String(user.user_id)],
  );
  expect(mails).toEqual([{ added: true }, { added: false }]);
});

describe('next to an authenticator app', () => {
  it('keeps the recovery codes, and the account protected when the app is removed', async () => {
    const { user, token } = await makeAccount(server);
    const { secret, recoveryCodes } = await enrol(server, token);
    const added = await addPasskey(server, { user });
    expect(added.recoveryCodes).toEqual([]);
    expect((await login(server, user.username)).body).toMatchObject({ factors: { app: true, passkeys: 1 } });
    const off = { token: added.token, body: { token: await codeNow(server, secret) } };
    expect((await call(server, 'POST', '/2fa/disable', off)).status).toBe(200);
    expect((await login(server, user.username, { code: recoveryCodes[0] ?? '' })).status).toBe(200);
    nextCodes(server);
    expect((await login(server, user.username, { code: await codeNow(server, secret) })).status).toBe(401);
  });

  it('an app that is not confirmed yet does not sign in', async () => {
    const { user } = await makeAccount(server);
    const { token } = await addPasskey(server, { user });
    const { body } = await call(server, 'POST', '/2fa/setup', { token });
    const code = await codeNow(server, body.manualEntryKey);
    expect((await login(server, user.username, { code })).status).toBe(401);
    const on = await call(server, 'POST', '/2fa/verify', { token, body: { token: code } });
    expect(on.body.recoveryCodes).toHaveLength(LIMITS.twoFactor.recoveryCodes);
  });
});

it('is removed by an operator, as any second factor', async () => {
  const { user } = await makeAccount(server);
  await addPasskey(server, { user });
  await server.services().twoFactor.reset(user.username);
  expect((await login(server, user.username)).body).toHaveProperty('token');
});

it('is limited to ten', async () => {
  const { user } = await makeAccount(server);
  let { token } = await addPasskey(server, { user });
  for (let more = 1; more < LIMITS.passkeys.max; more += 1) ({ token } = await addPasskey(server, { user }));
  await expect(addPasskey(server, { user })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await left(token)).toMatchObject({ passkeys: LIMITS.passkeys.max });
});

it('of a suspended account gets the sentence of a right password', async () => {
  const { user } = await makeAccount(server);
  const { key } = await addPasskey(server, { user });
  await server.services().accounts.setStatus(user.user_id, 'Suspended');
  await expect(signIn(key)).rejects.toThrow('Your account is suspended.');
});
