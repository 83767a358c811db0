import { beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../contract/accounts/account.ts';
import {
  makeAccount,
  makeSale,
  openSession,
  suspend,
  type TestAccount,
} from '../../testing/accounts/factories.ts';
import { enrol } from '../../testing/accounts/totp.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();
const accounts = {} as Record<'Lance' | 'misty_w' | 'ash.k' | 'Brock', TestAccount>;

beforeAll(async () => {
  accounts.Lance = await makeAccount(server, 'admin', 'Lance');
  accounts.misty_w = await makeAccount(server, 'checker', 'misty_w');
  accounts['ash.k'] = await makeAccount(server, 'user', 'ash.k');
  accounts.Brock = await makeAccount(server, 'user', 'Brock');
  await suspend(server, accounts.Brock);
  const { user } = accounts['ash.k'];
  await server.sql(`update account set email = 'Pallet.Town@Example.net' where user_id = ?`, [user.user_id]);
  await server.sql(`update account set last_login = '2026-01-05' where username = 'misty_w'`);
});

const users = async (query: string) =>
  (await call(server, 'GET', `/admin/users${query}`, accounts.Lance)).body;
const names = async (query: string) => (await users(query)).data.map(({ username }: User) => username);

describe('the list', () => {
  it('contains all accounts sorted by name, ignoring case, with the total', async () => {
    expect(await users('')).toMatchObject({
      pagination: { page: 1, limit: 50, total: 4, totalPages: 1 },
      total_users: 4,
    });
    expect(await names('')).toEqual(['ash.k', 'Brock', 'Lance', 'misty_w']);
  });

  it.each([
    ['?search=LAN', ['Lance']],
    ['?search=town', ['ash.k']],
    ['?search=pallet.town%40example', ['ash.k']],
    ['?search=_', ['misty_w']],
    ['?search=%25', []],
    ['?search=nobody', []],
    ['?role=user', ['ash.k', 'Brock']],
    ['?account_status=suspended', ['Brock']],
    ['?role=user&account_status=Active&search=a', ['ash.k']],
    ['?sort=username&order=desc', ['misty_w', 'Lance', 'Brock', 'ash.k']],
    ['?sort=email', ['Brock', 'Lance', 'misty_w', 'ash.k']],
    ['?sort=role&limit=1', ['Lance']],
    ['?sort=lastLogin&order=desc&limit=1', ['misty_w']],
    ['?sort=created&order=desc&limit=1&page=4', ['Lance']],
    ['?limit=3&page=2', ['misty_w']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('counts the matches and all accounts', async () => {
    expect(await users('?search=a&limit=2')).toMatchObject({
      pagination: { page: 1, limit: 2, total: 4, totalPages: 2 },
    });
    expect(await users('?search=LAN')).toMatchObject({ pagination: { total: 1 }, total_users: 4 });
  });

  it.each(['?role=king', '?sort=password', '?limit=101', '?page=0', '?search=%00', '?page=100000'])(
    'refuses %s',
    async (query) => {
      expect(await call(server, 'GET', `/admin/users${query}`, accounts.Lance)).toMatchObject({
        status: 400,
      });
    },
  );

  it('contains no secret', async () => {
    expect(JSON.stringify(await users(''))).not.toMatch(/hash|argon|skeleton/i);
  });
});

describe('an account', () => {
  it('is shown with its sessions, second factor, submissions and decisions', async () => {
    const { token, user } = accounts.misty_w;
    await enrol(server, token);
    await openSession(server, user);
    const by = accounts['ash.k'];
    await makeSale(server, { by: accounts.misty_w });
    const reviews = callerFor(server, token);
    const submitted = [];
    for (let count = 0; count < 4; count += 1) submitted.push(await makeSale(server, { by }));
    const [kept = 0, refused = 0, undone = 0, returned = 0] = submitted;
    await reviews.items.setStatus({ id: kept, status: 'approved' });
    await reviews.items.setStatus({ id: refused, status: 'rejected' });
    await reviews.items.setStatus({ id: undone, status: 'rejected' });
    await reviews.reviews.undo({ sales: [{ id: undone }] });
    await reviews.items.setStatus({ id: returned, status: 'approved' });
    const admin = callerFor(server, accounts.Lance.token).admin;
    await callerFor(server, accounts.Lance.token).reviews.return({ id: returned });

    expect(await admin.user({ id: user.user_id })).toEqual({
      user: expect.objectContaining({ username: 'misty_w', role: 'checker', lastLogin: expect.any(String) }),
      suspension: null,
      email_confirmed: true,
      sessions: 2,
      two_factor: true,
      submitted: { pending: 1, approved: 0, rejected: 0 },
      // Those that its link lists: a returned or an undone decision does not count.
      decided: { approved: 1, rejected: 1 },
    });
    const listed = await callerFor(server, accounts.Lance.token).reviews.list({
      scope: 'all',
      reviewer: '=misty_w',
    });
    expect(listed.pagination.total).toBe(2);
    expect(await admin.user({ id: by.user.user_id })).toMatchObject({
      two_factor: false,
      submitted: { pending: 2, approved: 1, rejected: 1 },
      decided: { approved: 0, rejected: 0 },
    });
  });

  it('says who suspended it, and why', async () => {
    // One of those that the list has: the tests run in any order.
    const { user } = accounts['ash.k'];
    const of = async () =>
      (await callerFor(server, accounts.Lance.token).admin.user({ id: user.user_id })).suspension;
    const byLance = server.services(accounts.Lance.actor).accounts;
    await byLance.setStatus(user.user_id, 'Suspended', 'Sold what nobody had');
    expect(await of()).toEqual({ at: expect.any(String), by: 'Lance', reason: 'Sold what nobody had' });
    await byLance.setStatus(user.user_id, 'Active');
    expect(await of()).toBeNull();
  });

  it('responds with not found for an unknown id', async () => {
    await expect(callerFor(server, accounts.Lance.token).admin.user({ id: 999_999 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('among many', () => {
  const crowded = testServer();

  it('uses the indexes to find an account', async () => {
    const admin = await makeAccount(crowded, 'admin', 'Lance');
    await crowded.sql(`
      insert into account (username, username_skeleton, email, password_hash)
      select 'many_' || md5(n::text), 'many' || n, md5(n::text) || '@example.org', 'x' from generate_series(1, 20000) n`);
    await crowded.sql('analyze account');
    const plan = await crowded.sql(
      `explain select user_id from account where lower(username) like '%lance%'
       union select user_id from account where lower(email) like '%lance%'`,
    );
    expect(JSON.stringify(plan)).toMatch(/account_username_trgm.*account_email_trgm/);
    const { body } = await call(crowded, 'GET', '/admin/users?search=lance', admin);
    expect(body).toMatchObject({ pagination: { total: 1 }, total_users: 20_001 });
  });
});
