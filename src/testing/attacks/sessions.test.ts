import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { PasswordService } from '../../modules/accounts/password.service.ts';
import { createRuntime, disconnect } from '../../runtime/runtime.ts';
import {
  itemSubmission,
  makeAccount,
  openSession,
  PASSWORD,
  type TestAccount,
} from '../accounts/factories.ts';
import { askForReset } from '../accounts/reset.ts';
import { isAlive, login, pendingToken, verify2fa } from '../accounts/sign-in.ts';
import { codeNow, enrol, nextCodes } from '../accounts/totp.ts';
import { callerFor } from '../clients/callers.ts';
import { call } from '../clients/rest-client.ts';
import { testServer } from '../run/server.ts';

const server = testServer();
const MINUTE = 60_000;
const NEW = 'quite another password';

const setStatus = (account: TestAccount, status: 'Active' | 'Suspended') =>
  server.services().accounts.setStatus(account.user.user_id, status);
const sessionsOf = (account: TestAccount) =>
  server.sql('select 1 from session where user_id = ?', [account.user.user_id]);
const dead = { status: 401, body: { code: 'UNAUTHORIZED' } };

/** Runs right after the password check of the current sign-in has succeeded. */
function whilePasswordIsChecked(happens: () => Promise<unknown>): void {
  const { passwords } = server.runtime;
  const verify = passwords.verify.bind(passwords);
  vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...args) => {
    const matches = await verify(...args);
    await happens();
    return matches;
  });
}

afterEach(() => vi.restoreAllMocks());

describe('a session token', () => {
  it('is invalid after signing out', async () => {
    const { token } = await makeAccount(server);
    expect((await call(server, 'POST', '/auth/logout', { token })).status).toBe(200);
    expect(await call(server, 'GET', '/auth/profile', { token })).toMatchObject(dead);
    expect(await call(server, 'POST', '/auth/logout', { token })).toMatchObject(dead);
    expect(await call(server, 'GET', '/items', { token })).toMatchObject(dead);
  });

  it('is not a pending token', async () => {
    const { token } = await makeAccount(server);
    const { secret } = await enrol(server, token);
    expect(await verify2fa(server, token, await codeNow(server, secret))).toMatchObject(dead);
  });

  it('is not in the database, and its stored hash opens nothing', async () => {
    const account = await makeAccount(server);
    const [stored] = await server.sql<{ token_hash: string; id: string }>(
      'select token_hash, id from session where user_id = ?',
      [account.user.user_id],
    );
    expect(stored?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    for (const token of [stored?.token_hash, stored?.id, account.token.slice(0, -1), `${account.token}A`])
      expect(await call(server, 'GET', '/auth/profile', { token })).toMatchObject(dead);
  });
});

describe('CVE-2026-26232: a pending token', () => {
  it('opens only its own second step', async () => {
    const account = await makeAccount(server, 'admin');
    await enrol(server, account.token);
    const waiting = await pendingToken(server, account.user.username);
    for (const scheme of ['Bearer', 'Pending', 'pending'])
      for (const path of ['/auth/profile', '/2fa/status', '/admin/settings', '/items'])
        expect(
          await call(server, 'GET', path, { headers: { authorization: `${scheme} ${waiting}` } }),
        ).toMatchObject(dead);
    const disable = await call(server, 'POST', '/2fa/disable', {
      headers: { authorization: `Pending ${waiting}` },
      body: { token: '000000' },
    });
    expect(disable).toMatchObject(dead);
  });

  it('works once', async () => {
    const { token, user } = await makeAccount(server);
    const { secret } = await enrol(server, token);
    const waiting = await pendingToken(server, user.username);
    expect((await verify2fa(server, waiting, await codeNow(server, secret))).status).toBe(200);
    nextCodes(server);
    expect(await verify2fa(server, waiting, await codeNow(server, secret))).toMatchObject(dead);
  });

  it('works for five minutes', async () => {
    const { token, user } = await makeAccount(server);
    const { secret } = await enrol(server, token);
    const [late, early] = [
      await pendingToken(server, user.username),
      await pendingToken(server, user.username),
    ];
    server.clock.advance(5 * MINUTE - 1);
    expect((await verify2fa(server, early, await codeNow(server, secret))).status).toBe(200);
    server.clock.advance(1);
    expect(await verify2fa(server, late, await codeNow(server, secret, 1))).toMatchObject(dead);
  });

  it.each<[string, (account: TestAccount, secret: string) => Promise<unknown>]>([
    ['a suspension', (account) => setStatus(account, 'Suspended').then(() => setStatus(account, 'Active'))],
    ['a reset password', (account) => server.services().password.reset(account.user.user_id, NEW)],
    [
      'the end of all sessions',
      (account) => server.services().accountSessions.endAllOf(account.user.user_id),
    ],
  ])('is invalid after %s', async (_what, happens) => {
    const account = await makeAccount(server);
    const { secret } = await enrol(server, account.token);
    const waiting = await pendingToken(server, account.user.username);
    await happens(account, secret);
    expect(await verify2fa(server, waiting, await codeNow(server, secret))).toMatchObject(dead);
  });

  it('that does not exist is refused like an expired one', async () => {
    for (const guess of ['x', 'A'.repeat(43), "' or ''='"])
      expect(await verify2fa(server, guess, '123456')).toMatchObject(dead);
    expect(await call(server, 'POST', '/auth/verify-2fa')).toMatchObject(dead);
  });
});

describe('CVE-2025-30351: a suspended account', () => {
  it('is signed out everywhere at the next call, also after it is reactivated', async () => {
    const admin = await makeAccount(server, 'admin');
    const account = await makeAccount(server, 'checker');
    const second = await openSession(server, account.user);
    const { status } = await call(server, 'PATCH', `/admin/users/${account.user.user_id}/status`, {
      token: admin.token,
      body: { account_status: 'Suspended' },
    });
    expect(status).toBe(200);
    for (const token of [account.token, second]) {
      expect(await call(server, 'GET', '/auth/profile', { token })).toMatchObject(dead);
      expect(await call(server, 'POST', '/items/submit', { token, body: itemSubmission() })).toMatchObject(
        dead,
      );
    }
    expect(await login(server, account.user.username)).toMatchObject({
      status: 401,
      body: { error: expect.stringMatching(/^Your account is suspended\./) },
    });
    await setStatus(account, 'Active');
    expect(await isAlive(server, account.token)).toBe(false);
    expect((await login(server, account.user.username)).status).toBe(200);
  });

  it('CVE-2026-43913: has no rights in any role, even where its session was left', async () => {
    const account = await makeAccount(server, 'admin');
    await server.sql(`update account set account_status = 'Suspended' where user_id = ?`, [
      account.user.user_id,
    ]);
    expect(await call(server, 'GET', '/admin/settings', { token: account.token })).toMatchObject(dead);
  });

  it.each<[string, (account: TestAccount) => Promise<unknown>]>([
    ['suspended', (account) => setStatus(account, 'Suspended')],
    ['reset by an operator', (account) => server.services().password.reset(account.user.user_id, NEW)],
  ])('that is %s during a sign-in gets no session', async (_what, happens) => {
    const account = await makeAccount(server);
    whilePasswordIsChecked(() => happens(account));
    expect(await login(server, account.user.username)).toMatchObject(dead);
    expect(await sessionsOf(account)).toEqual([]);
  });

  it('that turns the second factor on during a sign-in is asked for the code', async () => {
    const account = await makeAccount(server);
    whilePasswordIsChecked(() => enrol(server, account.token));
    expect((await login(server, account.user.username)).body).toMatchObject({ requires2FA: true });
  });

  it('that is suspended during a password change keeps the old one', async () => {
    const account = await makeAccount(server);
    whilePasswordIsChecked(() => setStatus(account, 'Suspended'));
    const change = callerFor(server, account.token).auth.changePassword({
      oldPassword: PASSWORD,
      newPassword: NEW,
    });
    await expect(change).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await setStatus(account, 'Active');
    expect((await login(server, account.user.username)).status).toBe(200);
  });
});

describe('CVE-2025-62174: a password reset ends every session', () => {
  it('by an operator', async () => {
    const account = await makeAccount(server);
    await server.services().password.reset(account.user.username, NEW);
    expect(await isAlive(server, account.token)).toBe(false);
    expect((await login(server, account.user.username)).status).toBe(401);
    expect((await login(server, account.user.username, { password: NEW })).status).toBe(200);
  });

  it('by mail or an operator, through one function', async () => {
    const account = await makeAccount(server);
    const set = vi.spyOn(PasswordService.prototype, 'set');
    await server.services().password.reset(account.user.username, NEW);
    const token = await askForReset(server, account.user);
    await call(server, 'POST', '/email/reset-password', { body: { token, newPassword: PASSWORD } });
    expect(set).toHaveBeenCalledTimes(2);
  });
});

describe('CVE-2019-11576, CVE-2023-49947: no bypass of the second factor', () => {
  it('by another authorization scheme', async () => {
    const { token, user } = await makeAccount(server);
    await enrol(server, token);
    for (const name of [user.username, user.email]) {
      const basic = `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`;
      for (const [method, path] of [
        ['GET', '/auth/profile'],
        ['POST', '/2fa/setup'],
      ] as const)
        expect(await call(server, method, path, { headers: { authorization: basic } })).toMatchObject(dead);
      expect((await login(server, name)).body).toEqual({
        requires2FA: true,
        pendingToken: expect.any(String),
      });
    }
  });

  it('by a new password', async () => {
    const { token, user } = await makeAccount(server);
    const { secret } = await enrol(server, token);
    await server.services().password.reset(user.username, NEW);
    const first = await login(server, user.username, { password: NEW });
    expect(first.body).toEqual({ requires2FA: true, pendingToken: expect.any(String) });
    const second = await verify2fa(server, first.body.pendingToken, await codeNow(server, secret));
    expect(second.status).toBe(200);
  });
});

describe('whether an account exists', () => {
  it('is not revealed by the message, status or headers of a sign-in', async () => {
    const account = await makeAccount(server);
    const suspended = await makeAccount(server);
    await setStatus(suspended, 'Suspended');
    const enrolled = await makeAccount(server);
    await enrol(server, enrolled.token);
    const answers = [
      await login(server, account.user.username, { password: 'wrong password' }),
      await login(server, 'nobody_at_all', { password: 'wrong password' }),
      await login(server, 'nobody@example.org', { password: 'wrong password' }),
      await login(server, suspended.user.username, { password: 'wrong password' }),
      await login(server, enrolled.user.username, { password: 'wrong password', code: '123456' }),
    ];
    const responses = answers.map(({ status, body, headers }) => ({
      status,
      body: { ...body, request_id: '' },
      headers: [...headers.keys()],
    }));
    for (const response of responses) expect(response).toEqual(responses[0]);
    expect(responses[0]?.status).toBe(401);
  });

  it('is not revealed by timing: an unknown name costs a hash too', async () => {
    const { user } = await makeAccount(server);
    const queue = vi.spyOn(FairQueue.prototype, 'run');
    const turns = async (name: string) => {
      queue.mockClear();
      await login(server, name, { password: 'wrong password' });
      return queue.mock.calls.length;
    };
    // Turns for the sign-in and for its hash.
    expect(await turns(user.username)).toBe(2);
    expect(await turns('nobody_at_all')).toBe(2);
  });
});

describe('GHSA-8fpg-xm3f-6cx3: nobody signs in when the database fails', () => {
  it('unavailable database: 503', async () => {
    const { config, clock, logger } = server.runtime;
    const { token } = await makeAccount(server);
    const databaseUrl = 'postgres://nobody:nothing@127.0.0.1:1/none';
    const runtime = await createRuntime({ config, database: { url: databaseUrl }, logger, clock });
    const app = createApp({ runtime });
    try {
      const away = { url: await app.listen(0, '127.0.0.1') };
      for (const path of ['/auth/profile', '/admin/settings', '/items'])
        expect((await call(away, 'GET', path, { token })).status).toBe(503);
      expect((await login(away, 'anybody')).status).toBe(503);
      expect((await verify2fa(away, 'anything', '123456')).status).toBe(503);
    } finally {
      await app.close();
      await disconnect(runtime);
    }
  });

  it('database error: 500 without details', async () => {
    const { token } = await makeAccount(server);
    await server.sql('alter table session rename to session_elsewhere');
    try {
      const { status, body } = await call(server, 'GET', '/auth/profile', { token });
      expect(status).toBe(500);
      expect(body.error).toBe('Something went wrong on our side. Please try again.');
    } finally {
      await server.sql('alter table session_elsewhere rename to session');
    }
    expect(server.log.takeErrors()).toHaveLength(1);
    expect(await isAlive(server, token)).toBe(true);
  });
});

describe('a sign-in by a browser that holds a session', () => {
  const signIn = (username: string, held: string) =>
    call(server, 'POST', '/auth/login', { token: held, body: { username, password: PASSWORD } });

  it('ends that session, also when a code completes it, and no other', async () => {
    const { user, token } = await makeAccount(server);
    const elsewhere = await openSession(server, user);
    const first: string = (await signIn(user.username, token)).body.token;
    expect(await Promise.all([token, elsewhere, first].map((one) => isAlive(server, one)))).toEqual([
      false,
      true,
      true,
    ]);

    const { secret } = await enrol(server, first);
    const pending: string = (await signIn(user.username, first)).body.pendingToken;
    expect(await isAlive(server, first)).toBe(true);
    const second = await verify2fa(server, pending, await codeNow(server, secret));
    expect([await isAlive(server, first), await isAlive(server, second.body.token)]).toEqual([false, true]);
  });

  it('keeps it when the sign-in fails, or is of another account', async () => {
    const { user, token } = await makeAccount(server);
    const other = await makeAccount(server);
    expect((await login(server, user.username, { password: 'not the password' })).status).toBe(401);
    expect((await signIn(other.user.username, token)).status).toBe(200);
    expect(await isAlive(server, token)).toBe(true);
  });
});
