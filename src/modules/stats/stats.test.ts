import { expect, it } from 'vitest';
import { makeAccount, makeSale, PASSWORD, type TestAccount } from '../../testing/accounts/factories.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

const get = async (path: string, { token }: TestAccount) => (await call(server, 'GET', path, { token })).body;

it('counts accounts, and sales by kind and status without the deleted ones', async () => {
  const admin = await makeAccount(server, 'admin');
  const before: Record<string, number> = await get('/admin/stats', admin);
  const by = await makeAccount(server);
  for (const status of ['pending', 'approved', 'approved', 'rejected', 'rejected', 'rejected'] as const)
    await makeSale(server, { status, by });
  await makeSale(server, { kind: 'pokemon', by });
  await makeSale(server, { kind: 'pokemon', status: 'rejected', by });
  const gone = await makeSale(server, { status: 'approved', by });
  await server.services().saleAdmin.remove('item', { id: gone });
  const after: Record<string, number> = await get('/admin/stats', admin);
  const added = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]);
  expect(Object.fromEntries(added)).toEqual({
    total_users: 1,
    total_item_sales: 6,
    total_pokemon_sales: 2,
    pending_item_reviews: 1,
    pending_pokemon_reviews: 1,
    approved_items: 2,
    approved_pokemon: 0,
    rejected_items: 3,
    rejected_pokemon: 1,
  });
});

it('lists actions of staff and operators, the latest first, without sign-ins and actions of users', async () => {
  const [admin, checker, by] = await Promise.all([
    makeAccount(server, 'admin', 'lance'),
    makeAccount(server, 'checker', 'misty'),
    makeAccount(server, 'user', 'joey'),
    makeAccount(server, 'user', 'janine'),
  ]);
  const one = await makeSale(server, { name: 'Rare Candy', by });
  const more = await Promise.all([1, 2, 3].map(() => makeSale(server, { by })));
  const step = () => server.clock.advance(60_000);

  step();
  await callerFor(server, checker.token).items.setStatus({ id: one, status: 'rejected' });
  step();
  await callerFor(server, checker.token).reviews.decideMany({
    sales: more.map((id) => ({ id })),
    status: 'approved',
  });
  step();
  await callerFor(server, admin.token).admin.setRole({ id: by.user.user_id, role: 'checker' });
  await callerFor(server, admin.token).admin.setRole({ id: by.user.user_id, role: 'user' });
  step();
  await callerFor(server, admin.token).admin.setSetting({ key: 'legal_name', value: 'Team Rocket' });
  step();
  await callerFor(server, admin.token).admin.createSprite({
    pokemon_id: 445,
    pokemon_name: 'Garchomp',
    variant: 'Santa',
    imgur_url: 'https://i.imgur.com/abc.png',
  });
  step();
  await server.services({ type: 'system', name: 'operator root' }).accounts.setRole('janine', 'checker');
  step();
  await callerFor(server, by.token).submissions.withdraw({ id: await makeSale(server, { by }) });
  step();
  const newcomer = { username: 'newcomer', email: 'new@example.org', password: PASSWORD };
  expect((await call(server, 'POST', '/auth/register', { body: newcomer })).status).toBe(200);
  for (const username of ['newcomer', 'lance'])
    expect(
      (await call(server, 'POST', '/auth/login', { body: { username, password: PASSWORD } })).status,
    ).toBe(200);

  // What staff did stays, also when they lose their role.
  await server.sql(`update account set role = 'user' where user_id = ?`, [checker.user.user_id]);

  const activity = await callerFor(server, admin.token).admin.activity({ limit: 7 });
  const lines = activity.data.map(({ action, by, target }) => `${by}: ${action} ${target}`);
  expect(lines).toEqual([
    'operator root: account.role-changed janine',
    'lance: sprite.created Garchomp, Santa',
    'lance: setting.changed legal_name',
    'lance: account.role-changed joey',
    'lance: account.role-changed joey',
    'misty: sale.approved 3 sales',
    'misty: sale.rejected Rare Candy',
  ]);
  expect(activity.data.map(({ change }) => change)).toEqual([
    { before: 'user', after: 'checker' },
    null,
    { before: '', after: 'Team Rocket' },
    { before: 'checker', after: 'user' },
    { before: 'user', after: 'checker' },
    null,
    null,
  ]);
  expect(activity.data.at(-1)).toMatchObject({ sale_id: one, at: expect.stringMatching(/Z$/) });
  expect(activity.data.at(-2)).toMatchObject({ sale_id: null });
  expect((await callerFor(server, admin.token).admin.activity({ limit: 1 })).data).toEqual([
    activity.data[0],
  ]);
  await expect(callerFor(server, admin.token).admin.activity({ limit: 51 })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});
