import { describe, expect, it } from 'vitest';
import { sha256 } from '../../lib/crypto.ts';
import {
  makeAccount,
  openSession,
  PASSWORD,
  suspend,
  type TestAccount,
} from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { type Answer, call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';
import { PasswordHasher } from '../identity/password-hasher.ts';

const server = testServer({}, new PasswordHasher());
const DAY = 86_400_000;

const user = testAccount(server, 'user', 'Known');

const register = (fields: Record<string, unknown>) =>
  call(server, 'POST', '/auth/register', {
    body: { username: 'newcomer', email: 'newcomer@example.org', password: PASSWORD, ...fields },
  });
const login = (username: string, password = PASSWORD) =>
  call(server, 'POST', '/auth/login', { body: { username, password } });
const profile = (token: string) => call(server, 'GET', '/auth/profile', { token });
const WRONG = {
  status: 401,
  body: { error: 'The username or the password is wrong.', code: 'UNAUTHORIZED' },
};
const accountsNamed = async (name: string) =>
  (await server.sql('select 1 from account where lower(username) = lower(?)', [name])).length;

describe('registering', () => {
  it('creates a user, signs in, records an audit event and enqueues a welcome mail', async () => {
    const { status, body } = await register({ username: ' Fresh.Face_1 ', email: ' Fresh@Example.org ' });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      username: 'Fresh.Face_1',
      email: 'Fresh@Example.org',
      role: 'user',
      account_status: 'Active',
    });
    expect((await profile(body.token)).body).toEqual({ user: body.user });
    const { user_id } = body.user;
    expect(await server.sql('select action, target from audit_event where actor_id = ?', [user_id])).toEqual([
      { action: 'account.registered', target: 'Fresh.Face_1' },
    ]);
    expect(
      await server.sql(`select job from outbox where (payload->>'user_id')::int = ?`, [user_id]),
    ).toHaveLength(1);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no name', { username: undefined }, ['Username must be at least 3 characters long']],
    ['a short name', { username: ' ab ' }, ['Username must be at least 3 characters long']],
    ['a long name', { username: 'x'.repeat(51) }, ['Username can be at most 50 characters long']],
    ['a name with spaces', { username: 'a b c' }, [expect.stringContaining('letters A to Z')]],
    ['a name with other letters', { username: 'müller' }, [expect.stringContaining('letters A to Z')]],
    ['a name like an address', { username: 'a@b.c' }, [expect.stringContaining('letters A to Z')]],
    ['a name with a homoglyph', { username: '\u0430dmin' }, [expect.stringContaining('letters')]],
    ['no address', { email: '  ' }, ['Email is required']],
    ['an incomplete address', { email: 'a@b' }, ['Please enter a valid email address']],
    ['a short password', { password: '12345' }, ['Password must be at least 6 characters long']],
    [
      'a password of 257 bytes',
      { password: `${'\u00e4'.repeat(128)}x` },
      ['Password can be at most 256 bytes long'],
    ],
    ['a role', { role: 'admin' }, ['Unknown field: role']],
    [
      'only invalid fields',
      { username: '', email: '', password: '' },
      [
        'Username must be at least 3 characters long',
        'Email is required',
        'Password must be at least 6 characters long',
      ],
    ],
  ])('is refused with %s', async (_what, fields, details) => {
    expect(await register(fields)).toMatchObject({ status: 400, body: { details } });
    expect(await accountsNamed('newcomer')).toBe(0);
  });

  it.each([
    ['username', { username: 'kNOWN' }, 'This username is already taken. Please choose another one.'],
    [
      'email',
      { email: 'KNOWN@example.org' },
      'This email address is already in use. Please enter another one.',
    ],
  ])('is a conflict if the %s is taken, ignoring case', async (_what, fields, error) => {
    expect(await register(fields)).toMatchObject({ status: 409, body: { error, code: 'CONFLICT' } });
    expect(await accountsNamed('newcomer')).toBe(0);
  });

  it('creates one account for five simultaneous registrations of a name', async () => {
    const answers = await Promise.all(
      ['racer', 'Racer', 'RACER', 'rAcer', 'racER'].map((username, i) =>
        register({ username, email: `racer${i}@example.org` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await accountsNamed('racer')).toBe(1);
  });
});

describe('signing in', () => {
  it.each(['Known', 'known', 'Known@example.org', 'KNOWN@EXAMPLE.ORG'])('works as %s', async (name) => {
    const { status, body } = await login(name);
    expect({ status, username: body.user.username }).toEqual({ status: 200, username: 'Known' });
    expect(body.user.lastLogin).toBe(server.clock.now().toISOString());
  });

  it.each([
    ['a wrong password', 'Known', 'wrong'],
    ['an unknown name', 'nobody', PASSWORD],
    ['an unknown address', 'nobody@example.org', PASSWORD],
    ['quotes', "' or 1=1 --", PASSWORD],
    ['a pattern', 'Know_', PASSWORD],
  ])('is refused with the same message for %s', async (_what, name, password) => {
    expect(await login(name, password)).toMatchObject(WRONG);
    const [trace] = await server.sql('select action, target from audit_event order by event_id desc limit 1');
    // The input may be a password: it is recorded only if it is the name of an account.
    expect(trace).toEqual({ action: 'sign-in.failed', target: name === 'Known' ? name : null });
  });

  it.each([
    [' blanks count ', ['blanks count', ' blanks count']],
    ['Gr\u00f6\u00dfer', ['Gro\u0308\u00dfer', 'gr\u00f6\u00dfer', 'Gr\u00f6sser']],
    ['pass\u0000word', ['pass', 'pass\u0000', 'password']],
    ['\u{1f600}\u{1f601}'.repeat(3), ['\u{1f600}\u{1f601}'.repeat(2), '\u{1f603}\u{1f601}'.repeat(3)]],
    ['xy'.repeat(128), ['xy'.repeat(127), 'xy'.repeat(129)]],
  ])('compares the password %j byte by byte', async (password, others) => {
    const username = `exact_${sha256(password).slice(0, 8)}`;
    expect(await register({ username, email: `${username}@example.org`, password })).toMatchObject({
      status: 200,
    });
    for (const other of others) expect(await login(username, other)).toMatchObject(WRONG);
    expect(await login(username, password)).toMatchObject({ status: 200 });
  });
});

describe('a session', () => {
  const expectEnded = (answer: Answer) =>
    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'Your session has ended. Please log in again.', code: 'UNAUTHORIZED' },
    });

  it('is stored as a hash, and a password as an argon2id hash; neither is returned or logged', async () => {
    const { token, user: returned } = (await login('known')).body;
    const stored = await server.sql('select * from session where token_hash = ?', [sha256(token)]);
    expect(stored).toMatchObject([{ user_id: returned.user_id }]);
    const [{ password_hash } = {}] = await server.sql('select password_hash from account where user_id = ?', [
      returned.user_id,
    ]);
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const everything = JSON.stringify([stored, returned, server.log.lines]);
    for (const secret of [token, PASSWORD, String(password_hash)]) expect(everything).not.toContain(secret);
  });

  it('ends at sign-out; other sessions of the account continue', async () => {
    const [first, second] = [await openSession(server, user.user), await openSession(server, user.user)];
    expect(await call(server, 'POST', '/auth/logout', { token: first })).toMatchObject({ status: 200 });
    expectEnded(await profile(first));
    expect(await profile(second)).toMatchObject({ status: 200 });
  });

  it('ends on the next call after a suspension, which only the right password reveals', async () => {
    const suspended = await makeAccount(server, 'admin');
    await suspend(server, suspended);
    expectEnded(await profile(suspended.token));
    expectEnded(await call(server, 'GET', '/items', { token: suspended.token }));
    expect(await login(suspended.user.username, 'wrong password')).toMatchObject(WRONG);
    const told = (what: string) => ({ status: 401, body: { error: what, code: 'UNAUTHORIZED' } });
    const suspension = 'Your account is suspended. Only an admin of this site can activate it again';
    expect(await login(suspended.user.username)).toMatchObject(told(`${suspension}.`));
    const { token } = await makeAccount(server, 'admin');
    await call(server, 'PATCH', '/admin/settings/legal_email', {
      token,
      body: { value: 'help@example.org' },
    });
    expect(await login(suspended.user.email)).toMatchObject(
      told(`${suspension}: write to help@example.org.`),
    );
    await call(server, 'PATCH', '/admin/settings/legal_email', { token, body: { value: '' } });
    const failures = await server.sql(
      `select detail from audit_event where action = 'sign-in.failed' and target = ? order by event_id`,
      [suspended.user.username],
    );
    expect(failures).toEqual([
      { detail: null },
      { detail: { suspended: true } },
      { detail: { suspended: true } },
    ]);
  });

  it('has the current role of the account', async () => {
    await makeAccount(server, 'admin');
    const { token, user: account } = await makeAccount(server, 'admin');
    const settings = () => call(server, 'GET', '/admin/settings', { token });
    expect(await settings()).toMatchObject({ status: 200 });
    await server.services().accounts.setRole(account.username, 'user');
    expect(await settings()).toMatchObject({ status: 403 });
  });

  it('ends after a week without a call, and after a month in any case', async () => {
    const idle = await openSession(server, user.user);
    const busy = await openSession(server, user.user);
    for (let day = 6; day < 30; day += 6) {
      server.clock.advance(6 * DAY);
      expect(await profile(busy)).toMatchObject({ status: 200 });
    }
    expectEnded(await profile(idle));
    server.clock.advance(6 * DAY + 1);
    expectEnded(await profile(busy));
  });
});

it('refuses to change the role of the own account', async () => {
  const admin = await makeAccount(server, 'admin');
  const { accounts } = server.services(admin.actor);
  await expect(accounts.setRole(admin.user.username, 'user')).rejects.toMatchObject({ kind: 'conflict' });
  await expect(accounts.setRole('nobody', 'user')).rejects.toMatchObject({ kind: 'not_found' });
});

it('changes a role or status once, however often it is asked to', async () => {
  const admin = await makeAccount(server, 'admin');
  const { user_id, username } = (await makeAccount(server, 'user')).user;
  const change = (what: string, body: object) =>
    call(server, 'PATCH', `/admin/users/${user_id}/${what}`, { ...admin, body });
  for (let i = 0; i < 2; i += 1) {
    expect(await change('role', { role: 'checker', seen: 'user' })).toMatchObject({ status: 200 });
    expect(await change('status', { account_status: 'Suspended' })).toMatchObject({ status: 200 });
  }
  const events = await server.sql<{ action: string }>('select action from audit_event where target = ?', [
    username,
  ]);
  expect(events.map(({ action }) => action)).toEqual([
    'account.created',
    'account.role-changed',
    'account.status-changed',
  ]);
});

it('refuses to change a role that another admin has changed meanwhile', async () => {
  const [first, second] = [await makeAccount(server, 'admin'), await makeAccount(server, 'admin')];
  const { user_id, username } = (await makeAccount(server, 'user')).user;
  const change = (by: TestAccount, role: string, seen?: string) =>
    call(server, 'PATCH', `/admin/users/${user_id}/role`, { ...by, body: { role, seen } });
  const answers = await Promise.all([change(first, 'checker', 'user'), change(second, 'admin', 'user')]);
  const [won, lost] = answers
    .toSorted((a, b) => a.status - b.status)
    .map(({ status, body }) => ({ status, body }));
  const { role } = won?.body.user ?? {};
  expect(['checker', 'admin']).toContain(role);
  expect(lost).toMatchObject({
    status: 409,
    body: {
      code: 'CONFLICT',
      error: `This has changed since you saw it: the role of ${username} is now ${role}. Nothing was saved.`,
    },
  });
  expect((await server.sql('select role from account where user_id = ?', [user_id]))[0]).toEqual({ role });
  expect(await change(second, 'user', role)).toMatchObject({ status: 200 });
  expect(await change(second, 'checker')).toMatchObject({ status: 200 });
});
