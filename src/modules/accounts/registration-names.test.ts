import { describe, expect, it } from 'vitest';
import { usernameSkeleton } from '../../contract/accounts/usernames.ts';
import { makeAccount, PASSWORD } from '../../testing/accounts/factories.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';
import { PasswordHasher } from '../identity/password-hasher.ts';

const server = testServer({}, new PasswordHasher());

const register = (username: string, fields: Record<string, unknown> = {}) =>
  call(server, 'POST', '/auth/register', {
    body: { username, email: `${username}@example.org`, password: PASSWORD, ...fields },
  });

describe('a user name', () => {
  it.each(['root', 'Adm1n', 'm.o.d.e.r.a.t.o.r'])('is refused if it is reserved: %s', async (username) => {
    expect(await register(username)).toMatchObject({
      status: 400,
      body: { details: ['This username is reserved. Please choose another one.'] },
    });
  });

  it('is refused if it looks like a taken one', async () => {
    expect((await register('Professor_Oak')).status).toBe(200);
    expect(await register('pr0fess0r.oak')).toMatchObject({
      status: 409,
      body: { error: 'This username looks too much like an existing one. Please choose another one.' },
    });
    expect(await register('professor_OAK', { email: 'other@example.org' })).toMatchObject({
      status: 409,
      body: { error: 'This username is already taken. Please choose another one.' },
    });
  });

  it('may be a reserved one if an operator creates the account', async () => {
    expect((await makeAccount(server, 'admin', 'admin')).user.username).toBe('admin');
  });

  it('has the same skeleton in SQL as in code', async () => {
    const names = [
      'Rn_vV.1Il0-x',
      'r.n',
      'rrnn',
      'vvv',
      'UPPER_case',
      '0123456789',
      'barnyard-vvorks',
      '...',
    ];
    const [row] = await server.sql<{ skeletons: string[] }>(
      `select array_agg(translate(replace(replace(regexp_replace(lower(name), '[._-]', '', 'g'), 'rn', 'm'), 'vv', 'w'), '01i', 'oll') order by place) as skeletons
       from jsonb_array_elements_text(?::jsonb) with ordinality as all_names (name, place)`,
      [JSON.stringify(names)],
    );
    expect(row?.skeletons).toEqual(names.map(usernameSkeleton));
  });
});

describe('an email address (GHSA-7rqj-j65f-68wh)', () => {
  it('is normalised before it is validated and compared', async () => {
    const answer = await register('blaine', { email: 'blaine\uff20example.org' });
    expect(answer).toMatchObject({ status: 200, body: { user: { email: 'blaine@example.org' } } });
    expect(await register('koga', { email: 'ＢLAINE@example.org' })).toMatchObject({ status: 409 });
    const login = { username: 'blaine\uff20example.org', password: PASSWORD };
    expect((await call(server, 'POST', '/auth/login', { body: login })).status).toBe(200);
  });

  it.each([
    ['two addresses joined by a homoglyph', 'victim@example.org\uff20evil.example'],
    ['a line break', 'a@example.org\r\nbcc:b@example.org'],
    ['a control character', 'a\u0000@example.org'],
    ['a bidirectional control character', 'a\u202e@example.org'],
    ['a homoglyph of a Latin letter', '\u0430sh@example.org'],
    ['an address that normalisation makes too long', `${'\ufdfa'.repeat(20)}@example.org`],
  ])('is refused with %s', async (_what, email) => {
    expect(await register('lorelei', { email })).toMatchObject({
      status: 400,
      body: { details: ['Please enter a valid email address'] },
    });
  });
});

describe('a password', () => {
  it.each([
    ['too common', 'Password1', 'This password is too common. Please choose another one.'],
    ['with the name in it', 'i-am-BRUNO-88', 'Password must not contain your username.'],
  ])('is refused when it is %s', async (_what, password, message) => {
    expect(await register('bruno', { password })).toMatchObject({
      status: 400,
      body: { error: message, details: [message] },
    });
  });

  it('is rehashed at sign-in if its parameters are weaker than the current ones', async () => {
    const { user } = await makeAccount(server);
    const { hash } = await import('@node-rs/argon2');
    const weak = await hash(PASSWORD, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await server.sql('update account set password_hash = ? where user_id = ?', [weak, user.user_id]);
    const stored = async () =>
      (await server.sql('select password_hash from account where user_id = ?', [user.user_id]))[0]
        ?.password_hash;
    const login = (password: string) =>
      call(server, 'POST', '/auth/login', { body: { username: user.username, password } });

    expect((await login('wrong password')).status).toBe(401);
    expect(await stored()).toBe(weak);
    expect((await login(PASSWORD)).status).toBe(200);
    const strong = await stored();
    expect(strong).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(PASSWORD)).status).toBe(200);
    expect(await stored()).toBe(strong);
  });
});
