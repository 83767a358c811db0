import { expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { REPLACED_TOKEN_MS } from '../../modules/sessions/sessions.service.ts';
import { makeAccount, openSession, PASSWORD } from '../accounts/factories.ts';
import { isAlive, login } from '../accounts/sign-in.ts';
import { callerFor } from '../clients/callers.ts';
import { call } from '../clients/rest-client.ts';
import { TestSocket } from '../clients/socket.ts';
import { testServer } from '../run/server.ts';

const server = testServer();

/** A session that its owner opened a while ago, in the hands of a thief who does not know the password. */
async function stolenSession(role: 'user' | 'admin' = 'user') {
  const { token, user } = await makeAccount(server, role);
  server.clock.advance(LIMITS.confirmationMinutes * 60_000);
  return { token, user };
}

const UNCONFIRMED = { code: 'PRECONDITION_REQUIRED' };

it('a stolen session cannot enrol a second factor and so lock the owner out', async () => {
  const { token, user } = await stolenSession();
  expect((await call(server, 'POST', '/2fa/setup', { token })).status).toBe(428);
  expect((await call(server, 'POST', '/2fa/verify', { token, body: { token: '123456' } })).status).toBe(428);
  expect((await login(server, user.username)).body).toHaveProperty('token');
});

it("a stolen session cannot end the owner's other sessions or change the password", async () => {
  const { token, user } = await stolenSession();
  const owners = await openSession(server, user);
  const { sessions, auth } = callerFor(server, token);
  await expect(sessions.endOthers({})).rejects.toMatchObject(UNCONFIRMED);
  await expect(
    auth.changePassword({ oldPassword: PASSWORD, newPassword: 'quite another password' }),
  ).rejects.toMatchObject(UNCONFIRMED);
  expect(await isAlive(server, owners)).toBe(true);
});

it('a stolen session of an admin cannot promote, suspend or change settings', async () => {
  const { token } = await stolenSession('admin');
  const { user: accomplice } = await makeAccount(server);
  const { admin } = callerFor(server, token);
  const id = accomplice.user_id;
  await expect(admin.setRole({ id, role: 'admin' })).rejects.toMatchObject(UNCONFIRMED);
  await expect(admin.setAccountStatus({ id, account_status: 'Suspended' })).rejects.toMatchObject(
    UNCONFIRMED,
  );
  await expect(admin.setSetting({ key: 'skip_review_enabled', value: 'true' })).rejects.toMatchObject(
    UNCONFIRMED,
  );
  expect((await admin.user({ id })).user).toMatchObject({ role: 'user', account_status: 'Active' });
});

it("a copy of a token gains nothing from its owner's confirmation, and ends after it", async () => {
  const { token, user } = await stolenSession();
  const socket = await TestSocket.open(server, { token });
  await socket.subscribe('submissions.live');
  const confirm = () => call(server, 'POST', '/auth/confirm', { token, body: { password: PASSWORD } });
  const owners: string = (await confirm()).body.token;
  expect((await call(server, 'POST', '/2fa/setup', { token })).status).toBe(428);
  expect(await isAlive(server, owners)).toBe(true);
  expect((await confirm()).status).toBe(401);
  server.clock.advance(REPLACED_TOKEN_MS);
  expect([await isAlive(server, token), await isAlive(server, owners)]).toEqual([false, true]);
  // As the server itself does when the time has passed.
  await server.services().sessions.announceRevocation(user.user_id);
  expect(await socket.closed()).toBe(1008);
});
