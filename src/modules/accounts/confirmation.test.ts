import { expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { makeAccount, PASSWORD } from '../../testing/factories.ts';
import { call } from '../../testing/rest-client.ts';
import { testServer } from '../../testing/server.ts';
import { login } from '../../testing/sign-in.ts';
import { codeNow, enrol, nextCodes, wrongCode } from '../../testing/totp.ts';

const server = testServer();

const setUp = (token: string) => call(server, 'POST', '/2fa/setup', { token });
const confirm = (token: string, password: string, code?: string) =>
  call(server, 'POST', '/auth/confirm', {
    token,
    body: { password },
    ...(code !== undefined && { headers: { 'x-totp-token': code } }),
  });
const REQUIRED = {
  status: 428,
  body: { code: 'PRECONDITION_REQUIRED', error: 'Please confirm that it is you first.' },
};
const tooLate = () => server.clock.advance(LIMITS.confirmationMinutes * 60_000);

it('a sign-in and a confirmation count for five minutes, each for its own session', async () => {
  const { user } = await makeAccount(server);
  const token: string = (await login(server, user.username)).body.token;
  const other: string = (await login(server, user.username)).body.token;
  server.clock.advance(LIMITS.confirmationMinutes * 60_000 - 1);
  expect((await setUp(token)).status).toBe(200);
  server.clock.advance(1);
  expect(await setUp(token)).toMatchObject(REQUIRED);
  expect(await confirm(token, PASSWORD)).toMatchObject({ status: 200 });
  expect((await setUp(token)).status).toBe(200);
  expect(await setUp(other)).toMatchObject(REQUIRED);
});

it('a wrong password confirms nothing, and does not end the session', async () => {
  const { token } = await makeAccount(server);
  tooLate();
  const refused = { status: 400, body: { details: ['The password is wrong.'] } };
  expect(await confirm(token, 'not the password')).toMatchObject(refused);
  expect(await setUp(token)).toMatchObject(REQUIRED);
});

it('an account with a second factor confirms with a code, too', async () => {
  const { token, user } = await makeAccount(server);
  const { secret, recoveryCodes } = await enrol(server, token);
  tooLate();
  const refused = { status: 400, body: { code: 'BAD_REQUEST' } };
  expect(await confirm(token, PASSWORD)).toMatchObject(refused);
  expect(await confirm(token, PASSWORD, await wrongCode(server, secret))).toMatchObject(refused);
  expect((await call(server, 'POST', '/2fa/disable', { token, body: { token: '000000' } })).status).toBe(428);
  expect((await confirm(token, PASSWORD, await codeNow(server, secret))).status).toBe(200);
  nextCodes(server);
  const off = { token, body: { token: await codeNow(server, secret) } };
  expect((await call(server, 'POST', '/2fa/disable', off)).status).toBe(200);
  expect(recoveryCodes).toHaveLength(LIMITS.twoFactor.recoveryCodes);
  const actions = await server.sql(
    `select action, count(*)::int as events from audit_event
     where actor_id = ? and action like 'session.confirm%' group by action order by action`,
    [user.user_id],
  );
  expect(actions).toEqual([
    { action: 'session.confirmation-refused', events: 1 },
    { action: 'session.confirmed', events: 1 },
  ]);
});

it('a recovery code confirms once', async () => {
  const { token } = await makeAccount(server);
  const { recoveryCodes } = await enrol(server, token);
  expect((await confirm(token, PASSWORD, recoveryCodes[0])).status).toBe(200);
  expect((await confirm(token, PASSWORD, recoveryCodes[0])).status).toBe(400);
});
