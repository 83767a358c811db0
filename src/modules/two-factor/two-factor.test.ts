import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { sha256 } from '../../lib/crypto.ts';
import { SecretBox } from '../../lib/secret-box.ts';
import { createServices } from '../../runtime/services.ts';
import { makeAccount, openSession } from '../../testing/accounts/factories.ts';
import { isAlive, login, pendingToken, verify2fa } from '../../testing/accounts/sign-in.ts';
import { codeNow, enrol, nextCodes, startStep, wrongCode } from '../../testing/accounts/totp.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';
import { slowEarlierHashes } from './recovery-codes.ts';

const server = testServer();

const status = async (token: string) => (await call(server, 'GET', '/2fa/status', { token })).body;
const post = (path: string, token: string, code?: string) =>
  call(server, 'POST', `/2fa/${path}`, { token, ...(code !== undefined && { body: { token: code } }) });

describe('setting up', () => {
  it('returns the data for an authenticator app, and the recovery codes once', async () => {
    const { token, user } = await makeAccount(server);
    const { body } = await post('setup', token);
    expect(body).toMatchObject({ accountName: user.username, issuer: 'MarketDex' });
    const uri = new URL(body.qrCode);
    expect(uri.protocol + uri.hostname).toBe('otpauth:totp');
    expect(decodeURIComponent(uri.pathname)).toBe(`/MarketDex:${user.username}`);
    expect(uri.searchParams.get('secret')).toBe(body.manualEntryKey);
    expect(body.manualEntryKey).toMatch(/^[A-Z2-7]{32}$/);
    expect(await status(token)).toEqual({
      is2FAEnabled: false,
      passkeys: 0,
      recoveryCodesLeft: 0,
      required: null,
    });

    const enabled = await post('verify', token, await codeNow(server, body.manualEntryKey));
    expect(new Set(enabled.body.recoveryCodes).size).toBe(10);
    expect(enabled.body.recoveryCodes.join()).toMatch(/^([a-z2-7]{5}(-[a-z2-7]{5}){5}(,|$)){10}$/);
    expect(await status(token)).toEqual({
      is2FAEnabled: true,
      passkeys: 0,
      recoveryCodesLeft: 10,
      required: null,
    });
  });

  it('requires no code at sign-in until a first one was confirmed', async () => {
    const { token, user } = await makeAccount(server);
    const { body } = await post('setup', token);
    const wrong = await post('verify', token, await wrongCode(server, body.manualEntryKey));
    expect(wrong).toMatchObject({
      status: 400,
      body: { details: ['This code is wrong. Please check it and try again.'] },
    });
    expect((await login(server, user.username)).body).toHaveProperty('token');
  });

  it('creates a new secret each time until one is confirmed', async () => {
    const { token } = await makeAccount(server);
    const first = (await post('setup', token)).body.manualEntryKey;
    const second = (await post('setup', token)).body.manualEntryKey;
    expect((await post('verify', token, await codeNow(server, first))).status).toBe(400);
    expect((await post('verify', token, await codeNow(server, second))).status).toBe(200);
    expect((await post('setup', token)).status).toBe(409);
    expect((await post('verify', token, await codeNow(server, second, 1))).status).toBe(409);
  });

  it('ends the other sessions, as disabling does', async () => {
    const { token, user } = await makeAccount(server);
    const before = await openSession(server, user);
    const { secret } = await enrol(server, token);
    expect([await isAlive(server, token), await isAlive(server, before)]).toEqual([true, false]);
    const between = await openSession(server, user);
    expect((await post('disable', token, await codeNow(server, secret))).status).toBe(200);
    expect([await isAlive(server, token), await isAlive(server, between)]).toEqual([true, false]);
    expect((await login(server, user.username)).body).toHaveProperty('token');
    expect((await post('disable', token, await codeNow(server, secret, 1))).status).toBe(409);
    const mails = await server.sql(
      `select payload->'enabled' as enabled from outbox where job = 'mail.two-factor-changed'
        and payload->>'user_id' = ? order by created_at`,
      [String(user.user_id)],
    );
    expect(mails).toEqual([{ enabled: true }, { enabled: false }]);
  });
});

describe('signing in', () => {
  it('accepts the code after the password, or together with it', async () => {
    const { token, user } = await makeAccount(server);
    const { secret } = await enrol(server, token);
    const waiting = await pendingToken(server, user.username);
    const second = await verify2fa(server, waiting, await codeNow(server, secret));
    expect(second).toMatchObject({ status: 200, body: { user: { username: user.username } } });
    const once = await login(server, user.username, { code: await codeNow(server, secret, 1) });
    expect(once.status).toBe(200);
    expect(await isAlive(server, second.body.token)).toBe(true);
    expect(await isAlive(server, once.body.token)).toBe(true);
  });

  it.each(['12345', ''])('says in details what is wrong with the code %j', async (code) => {
    const { token, user } = await makeAccount(server);
    await enrol(server, token);
    const refused = {
      status: 401,
      body: {
        reason: 'WRONG_CODE',
        error: MESSAGES.codeInvalid,
        details: [MESSAGES.codeInvalid],
        fields: { 'X-TOTP-Token': MESSAGES.codeInvalid },
      },
    };
    const waiting = await pendingToken(server, user.username);
    expect(await verify2fa(server, waiting, code)).toMatchObject(refused);
    if (code) expect(await login(server, user.username, { code })).toMatchObject(refused);
  });

  it('accepts the previous and the next time step, but no others', async () => {
    const { token, user } = await makeAccount(server);
    const { secret } = await enrol(server, token);
    startStep(server);
    const attempt = async (steps: number) =>
      (await login(server, user.username, { code: await codeNow(server, secret, steps) })).status;
    expect(await attempt(-2)).toBe(401);
    expect(await attempt(2)).toBe(401);
    expect(await attempt(-1)).toBe(200);
    expect(await attempt(1)).toBe(200);
  });

  it('accepts a recovery code once instead, in any case and grouping', async () => {
    const { token, user } = await makeAccount(server);
    const { recoveryCodes } = await enrol(server, token);
    const [first = '', second = ''] = recoveryCodes;
    const waiting = await pendingToken(server, user.username);
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    expect((await verify2fa(server, waiting, typed)).status).toBe(200);
    expect((await login(server, user.username, { code: first })).status).toBe(401);
    expect((await login(server, user.username, { code: second })).status).toBe(200);
    expect((await status(token)).recoveryCodesLeft).toBe(8);
  });

  it('accepts a recovery code of four groups, as earlier versions issued them', async () => {
    const { token, user } = await makeAccount(server);
    await enrol(server, token);
    const earlier = sha256('abcdefgh23ijk45lmn67');
    await server.sql('insert into recovery_code (user_id, code_hash, code_id) values (?, ?, ?)', [
      user.user_id,
      earlier,
      earlier.slice(0, 5),
    ]);
    expect(await slowEarlierHashes(server.runtime.orm.em.fork())).toBe(1);
    expect(await slowEarlierHashes(server.runtime.orm.em.fork())).toBe(0);
    const [stored] = await server.sql(
      `select count(*)::int as codes, count(distinct code_hash) filter (where code_hash like '$argon2id$v=19$m=4096,t=1,p=1$%')::int as slow
       from recovery_code where user_id = ?`,
      [user.user_id],
    );
    expect(stored).toEqual({ codes: 11, slow: 11 });
    expect((await login(server, user.username, { code: 'abcde-fgh23-ijk45-lmn67' })).status).toBe(200);
  });

  it('refuses a spent recovery code without counting it as a failure', async () => {
    const { token, user } = await makeAccount(server);
    const { recoveryCodes } = await enrol(server, token);
    const [first = '', second = ''] = recoveryCodes;
    const recover = (code: string) => login(server, user.username, { code });
    expect((await recover(first)).status).toBe(200);
    for (let again = 0; again <= LIMITS.wrongCodes.blockAfter; again += 1)
      expect(await recover(first)).toMatchObject({
        status: 401,
        body: { error: 'This recovery code was already used. Please enter another one.' },
      });
    expect((await recover(second)).status).toBe(200);
  });
});

it('says after the password how long codes are blocked', async () => {
  const { token, user } = await makeAccount(server);
  const { secret } = await enrol(server, token);
  const wrong = await wrongCode(server, secret);
  const afterPassword = async () => (await login(server, user.username)).body;
  const { blockAfter, blockSeconds } = LIMITS.wrongCodes;
  for (let tries = 0; tries < blockAfter; tries += 1) {
    expect(await afterPassword()).not.toHaveProperty('retryAfter');
    await login(server, user.username, { code: wrong });
  }
  server.clock.advance(5_000);
  expect(await afterPassword()).toMatchObject({ requires2FA: true, retryAfter: blockSeconds - 5 });
  expect((await login(server, user.username, { password: 'another one' })).body).not.toHaveProperty(
    'retryAfter',
  );
  server.clock.advance((blockSeconds - 5) * 1_000);
  expect(await afterPassword()).not.toHaveProperty('retryAfter');
});

it('can be removed by an operator, which ends all sessions; fails if it is not enabled', async () => {
  const { token, user } = await makeAccount(server);
  await enrol(server, token);
  const { twoFactor } = server.services();
  await twoFactor.reset(user.username);
  expect(await isAlive(server, token)).toBe(false);
  expect((await login(server, user.username)).body).toHaveProperty('token');
  await expect(twoFactor.reset(user.username)).rejects.toMatchObject({ kind: 'conflict' });
});

it('survives a change of the application secret after re-encryption', async () => {
  const { token, user } = await makeAccount(server);
  const { secret } = await enrol(server, token);
  const scope = server.scope();
  const { secret: former } = scope.config;
  const both = new SecretBox(['another secret, 32 characters long', former], 'two-factor');
  const { twoFactor } = createServices(scope, { ...server.runtime, secretBox: both });
  expect(await twoFactor.reseal()).toBeGreaterThan(0);
  expect(await twoFactor.reseal()).toBe(0);

  const newSecretOnly = new SecretBox(['another secret, 32 characters long'], 'two-factor');
  const after = createServices(server.scope(), { ...server.runtime, secretBox: newSecretOnly });
  nextCodes(server);
  const answer = await after.signIn.login(
    user.username,
    'a password for tests',
    await codeNow(server, secret),
  );
  expect(answer).toHaveProperty('token');

  const backToFormer = new SecretBox([former, 'another secret, 32 characters long'], 'two-factor');
  await createServices(server.scope(), {
    ...server.runtime,
    secretBox: backToFormer,
  }).twoFactor.reseal();
});
