import { beforeEach, describe, expect, it } from 'vitest';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { sha256 } from '../../lib/crypto.ts';
import { tokenOf } from '../../lib/link-token.ts';
import {
  makeAccount,
  openSession,
  PASSWORD,
  suspend,
  type TestAccount,
} from '../../testing/accounts/factories.ts';
import { askForReset, newestResetToken } from '../../testing/accounts/reset.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';
import { RESET_PURPOSE, resetToken } from './password-reset.queries.ts';

const server = testServer();
const NEW_PASSWORD = 'another one for tests';
const MINUTE_MS = 60_000;

let red: TestAccount;
beforeEach(async () => {
  red = await makeAccount(server);
});

const ask = (body: object) => call(server, 'POST', '/email/request-password-reset', { body });
const validate = async (token: string) =>
  (await call(server, 'GET', `/email/validate-reset-token/${encodeURIComponent(token)}`)).body;
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  call(server, 'POST', '/email/reset-password', { body: { token, newPassword } });
const signIn = (password: string) =>
  call(server, 'POST', '/auth/login', { body: { username: red.user.username, password } });
const rowsOf = (table: string) => server.sql(`select * from ${table}`);

const VALID = () => ({ valid: true, username: red.user.username });
const INVALID = { valid: false, error: MESSAGES.resetLinkInvalid };
const REFUSED = { status: 400, body: { error: MESSAGES.resetLinkInvalid, code: 'BAD_REQUEST' } };

describe('requesting a link', () => {
  it('responds and writes the same for a name, an address, a suspended account and an unknown name', async () => {
    const suspended = await makeAccount(server);
    await suspend(server, suspended);
    const tables = ['password_reset', 'outbox', 'audit_event'];
    const count = async () => Promise.all(tables.map(async (table) => (await rowsOf(table)).length));

    const answers = [];
    for (const body of [
      { username: red.user.username },
      { username: red.user.username.toUpperCase() },
      { email: red.user.email },
      { username: suspended.user.username },
      { username: 'nobody_at_all' },
      { email: 'nobody@example.org' },
      { email: 'no address' },
    ]) {
      const before = await count();
      const { status, headers, body: answer } = await ask(body);
      const names = [...headers.keys()].toSorted();
      expect((await count()).map((after, i) => after - (before[i] ?? 0))).toEqual([1, 1, 1]);
      answers.push({ status, answer, names, length: headers.get('content-length') });
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(200);
  });

  it('by an address that nobody has confirmed means the only account that entered it', async () => {
    const blue = await makeAccount(server);
    const { email } = red.user;
    const forgotten = async () => {
      await ask({ email });
      const [row] = await server.sql('select user_id from password_reset order by id desc limit 1');
      return row?.user_id;
    };
    await server.sql('update account set email_confirmed_at = null where user_id = ?', [red.user.user_id]);
    expect(await forgotten()).toBe(red.user.user_id);
    await server.sql('update account set email_confirmed_at = null, email = ? where user_id = ?', [
      email,
      blue.user.user_id,
    ]);
    expect(await forgotten()).toBeNull();
    await server.sql('update account set email_confirmed_at = now() where user_id = ?', [blue.user.user_id]);
    expect(await forgotten()).toBe(blue.user.user_id);
  });

  it('writes a useless row for unknown and suspended accounts', async () => {
    const suspended = await makeAccount(server);
    await suspend(server, suspended);
    for (const username of ['nobody_at_all', suspended.user.username]) {
      await ask({ username });
      const token = await newestResetToken(server);
      expect(await validate(token)).toEqual(INVALID);
      expect(await reset(token)).toMatchObject(REFUSED);
    }
  });

  it.each([
    [{}, MESSAGES.resetIdentifierRequired],
    [{ username: '  ' }, MESSAGES.resetIdentifierRequired],
    [{ username: 'a', email: 'b' }, 'Enter your username or your email, not both'],
    [{ username: 'a\u0000b' }, 'Your username or email contains a character that is not allowed'],
    [{ username: 'x'.repeat(255) }, 'Your username or email can be at most 254 characters long'],
    [{ username: 'a', token: 'b' }, 'Unknown field: token'],
  ])('refuses %j', async (body, error) => {
    expect(await ask(body)).toMatchObject({ status: 400, body: { error } });
  });
});

describe('a link', () => {
  it('has a token of 256 bits of which only a hash is stored', async () => {
    const token = await askForReset(server, red.user);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [row] = await server.sql('select * from password_reset where token_hash = ?', [sha256(token)]);
    expect(row).toMatchObject({ user_id: red.user.user_id, used_at: null });
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('can be validated repeatedly without side effects', async () => {
    const token = await askForReset(server, red.user);
    const before = await rowsOf('password_reset');
    for (let look = 0; look < 3; look += 1) expect(await validate(token)).toEqual(VALID());
    expect(await rowsOf('password_reset')).toEqual(before);
    expect((await reset(token)).status).toBe(200);
  });

  it('CVE-2026-26232: expires after half an hour', async () => {
    const token = await askForReset(server, red.user);
    server.clock.advance(30 * MINUTE_MS - 1);
    expect(await validate(token)).toEqual(VALID());
    server.clock.advance(1);
    expect(await validate(token)).toEqual(INVALID);
    expect(await reset(token)).toMatchObject(REFUSED);
  });

  it('CVE-2026-26232: works once', async () => {
    const token = await askForReset(server, red.user);
    expect((await reset(token)).status).toBe(200);
    expect(await validate(token)).toEqual(INVALID);
    expect(await reset(token, 'a third one for tests')).toMatchObject(REFUSED);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
  });

  it('works once when used ten times concurrently', async () => {
    const token = await askForReset(server, red.user);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(token, `password no ${i}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await signIn(`password no ${statuses.indexOf(200)}`)).status).toBe(200);
  });

  it('becomes invalid when another one is requested, and stays invalid after that one is used', async () => {
    const [older, newer] = [await askForReset(server, red.user), await askForReset(server, red.user)];
    expect(await validate(older)).toEqual(INVALID);
    expect(await reset(older)).toMatchObject(REFUSED);
    expect(await validate(newer)).toEqual(VALID());
    expect((await reset(newer)).status).toBe(200);
    expect(await validate(older)).toEqual(INVALID);
  });

  it('is the only valid one after concurrent requests', async () => {
    await Promise.all(Array.from({ length: 5 }, () => ask({ username: red.user.username })));
    const rows = await server.sql<{ id: string }>('select id from password_reset where user_id = ?', [
      red.user.user_id,
    ]);
    const { secret } = server.runtime.config;
    const looks = await Promise.all(rows.map(({ id }) => validate(resetToken(secret, id))));
    expect(looks.filter(({ valid }) => valid)).toHaveLength(1);
    expect(looks).toHaveLength(5);
  });

  it('does not outlive a suspension', async () => {
    const token = await askForReset(server, red.user);
    await suspend(server, red);
    expect(await validate(token)).toEqual(INVALID);
    expect(await reset(token)).toMatchObject(REFUSED);
  });

  it.each(['x', 'null', '%', '../../etc/passwd', "' or 1=1 --", '\u0000', '😀', 'A'.repeat(500)])(
    'cannot be guessed: %j',
    async (token) => {
      expect(await validate(token)).toEqual(INVALID);
      expect(await reset(token)).toMatchObject(REFUSED);
    },
  );

  it('with a malformed token is refused like a guess', async () => {
    expect(await reset('')).toMatchObject(REFUSED);
  });
});

describe('a new password', () => {
  it('ends every session and pending sign-in, and does not sign in', async () => {
    const tokens = [red.token, await openSession(server, red.user)];
    const other = await makeAccount(server);
    await server.sql(
      `insert into pending_sign_in (token_hash, user_id, expires) values (?, ?, now() + interval '1 hour')`,
      [sha256(red.user.username), red.user.user_id],
    );
    const answer = await reset(await askForReset(server, red.user));

    expect(Object.keys(answer.body)).toEqual(['message']);
    for (const token of tokens)
      expect((await call(server, 'GET', '/auth/profile', { token })).status).toBe(401);
    expect((await call(server, 'GET', '/auth/profile', { token: other.token })).status).toBe(200);
    const waiting = await server.sql('select 1 from pending_sign_in where user_id = ?', [red.user.user_id]);
    expect(waiting).toEqual([]);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
  });

  it('keeps the second factor: the next sign-in requires its code', async () => {
    await server.sql(
      `insert into two_factor (user_id, secret, key_id, enabled_at) values (?, 'sealed', 'key', now())`,
      [red.user.user_id],
    );
    expect((await reset(await askForReset(server, red.user))).status).toBe(200);
    expect((await signIn(NEW_PASSWORD)).body).toMatchObject({ requires2FA: true });
  });

  it('that is refused leaves link, password and sessions unchanged', async () => {
    const token = await askForReset(server, red.user);
    for (const refused of ['short', `my ${red.user.username}`])
      expect((await reset(token, refused)).status).toBe(400);
    expect(await validate(token)).toEqual(VALID());
    expect((await call(server, 'GET', '/auth/profile', { token: red.token })).status).toBe(200);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  it('sends an email and records audit events with account and IP address', async () => {
    await reset(await askForReset(server, red.user));
    const [message] = await server.sql(
      'select job, payload from outbox order by created_at desc, id limit 1',
    );
    expect(message).toEqual({ job: 'mail.password-changed', payload: { user_id: red.user.user_id } });
    const traces = await server.sql(
      `select action, actor_id, target, ip from audit_event where action like 'password%' order by event_id desc limit 2`,
    );
    expect(traces).toEqual([
      {
        action: 'password.reset',
        actor_id: red.user.user_id,
        target: red.user.username,
        ip: expect.stringContaining('127.0.0.1'),
      },
      expect.objectContaining({ action: 'password.reset-requested', target: red.user.username }),
    ]);
  });

  it('with an invalid link records an audit event too', async () => {
    await reset('a guess');
    const [trace] = await server.sql('select action from audit_event order by event_id desc limit 1');
    expect(trace).toEqual({ action: 'password.reset-refused' });
  });
});

describe('the token', () => {
  it('depends on both the secret and the row', () => {
    expect(resetToken('one secret', 'row')).toBe(resetToken('one secret', 'row'));
    expect(resetToken('one secret', 'row')).not.toBe(resetToken('another', 'row'));
    expect(resetToken('one secret', 'row')).not.toBe(resetToken('one secret', 'other row'));
  });

  it('can be derived after the secret has been replaced', () => {
    const token = resetToken('old', 'row');
    const row = { id: 'row', tokenHash: sha256(token) };
    expect(tokenOf(row, RESET_PURPOSE, ['new', 'old'])).toBe(token);
    expect(() => tokenOf(row, RESET_PURPOSE, ['new'])).toThrow('APP_SECRETS_OLD');
  });

  it('stays between browser and server: no cache, no referrer, no log line', async () => {
    const token = await askForReset(server, red.user);
    const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: { token } }));
    const json = { 'content-type': 'application/json' };
    const paths: [path: string, init?: RequestInit][] = [
      [`/api/email/validate-reset-token/${token}`],
      [`/API/email/validate-reset-token/${token}`],
      [`/api/email/validate-reset-token/${token}/more`],
      [`/api/email/validate-reset-token/${token}?stray=1`],
      [`/api/email/validate-reset-token/${token}%`],
      [`/api/email/validate-reset-token/${token}`, { method: 'POST' }],
      ['/api/email/reset-password', { method: 'POST', headers: json, body: JSON.stringify({ token }) }],
      ['/api/email/reset-password', { method: 'POST', headers: json, body: `{"token":"${token}"` }],
      [`/trpc/abilities.list,email.validateResetToken?batch=1&input=${input}`],
      [`/trpc/email.resetPassword?token=${token}`, { method: 'POST', headers: json, body: '{' }],
      [`/reset-password?token=${token}`],
      [`/Reset-Password/?token=${token}`],
      [`/confirm-address?token=${token}`],
      [`/unsubscribe?token=${token}`],
    ];
    for (const [path, init] of paths) {
      const { headers } = await fetch(server.url + path, init);
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
      expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
    }
    expect((await fetch(`${server.url}/api/abilities`)).headers.get('referrer-policy')).not.toBeNull();
    expect((await reset(token)).status).toBe(200);
    expect(JSON.stringify(server.log.lines)).not.toContain(token);
  });
});
