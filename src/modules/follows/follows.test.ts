import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { makeAccount, makeSale, suspend, type TestAccount } from '../../testing/accounts/factories.ts';
import { type Answer, call } from '../../testing/clients/rest-client.ts';
import { makeFollow, matchFollows } from '../../testing/market/follows.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

let player: TestAccount;

beforeEach(async () => {
  player = await makeAccount(server);
});

const follow = (body: unknown, { token } = player): Promise<Answer> =>
  call(server, 'POST', '/follows', { token, body });
const change = (id: number, body: unknown): Promise<Answer> =>
  call(server, 'PATCH', `/follows/${id}`, { token: player.token, body });
const refused = ({ status, body }: Answer) => ({ status, error: body.error });

const GARCHOMP = { kind: 'pokemon', name: 'Garchomp', exact: true };
const MAILED = { channels: { email: 'weekly' } };

describe('a follow', () => {
  it('has the filter of the list, a label, and channels', async () => {
    const { status, body } = await follow({
      filter: { ...GARCHOMP, nature: 'adamant', min_perfect_ivs: 5 },
      condition: { type: 'at_or_below', price: 1_000_000 },
      channels: { email: 'daily' },
    });
    expect(status).toBe(200);
    const now = server.clock.now().toISOString();
    expect(body).toEqual({
      follow_id: expect.any(Number),
      kind: 'pokemon',
      search: '?tab=pokemon&name=Garchomp&exact=true&nature=Adamant&min_perfect_ivs=5',
      label: 'Adamant Garchomp, 5 perfect IVs or more, at or below 1,000,000 PD',
      condition: { type: 'at_or_below', price: 1_000_000 },
      channels: { inbox: true, email: 'daily', discord: false, feed: false },
      paused: false,
      created: now,
      since: now,
      last_match: null,
    });
    const listed = await call(server, 'GET', '/follows', { token: player.token });
    expect(listed.body).toEqual({ data: [body], limit: 50 });
    const one = await call(server, 'GET', `/follows/${body.follow_id}`, { token: player.token });
    expect(one.body).toEqual({ ...body, matches: [] });
  });

  it('takes an advanced query, which it stores in canonical form', async () => {
    const { body } = await follow({
      filter: { kind: 'item', query: 'ITEM like %ball% and price<5m' },
      condition: { type: 'outside_middle_half' },
    });
    expect(body).toMatchObject({
      search: '?query=item+LIKE+%25ball%25+AND+price+%3C+5000000',
      label: 'Items, query “item LIKE %ball% AND price < 5000000”, outside the middle half of similar sales',
    });
  });

  it.each([
    [{}, /filter|kind|Invalid/],
    [{ filter: { kind: 'item' } }, 'Choose at least one filter to follow'],
    [{ filter: { kind: 'item', exact: true, name: ' ' } }, 'Choose at least one filter to follow'],
    [{ filter: { kind: 'pokemon', min_perfect_ivs: 0 } }, 'Choose at least one filter to follow'],
    [{ filter: { kind: 'pokemon', query: 'pokemon LIKE %' } }, /^Every sale matches this query/],
    [{ filter: { ...GARCHOMP, min_hp_iv: 9, max_hp_iv: 3 } }, 'A range is reversed: HP IV 9 to 3.'],
    [
      { filter: { ...GARCHOMP, min_price: 500 }, condition: { type: 'at_or_below', price: 100 } },
      'A range is reversed: Price 500 to 100 PD.',
    ],
    [
      { filter: { kind: 'item', query: 'price > 5 OR price < 10' } },
      'Every sale matches this query: add a term that leaves out some of them',
    ],
    [
      { filter: { kind: 'item', query: 'price > 5 AND price < 3' } },
      'No sale can match this filter and condition',
    ],
    [{ filter: { kind: 'item', nature: 'Bold' } }, /nature/],
    [
      { filter: { kind: 'pokemon', query: 'price < 5k AND nature > Bold' } },
      /^The term "nature > Bold" has no effect: nature does not support >, only =/,
    ],
    [
      { filter: { kind: 'pokemon', ability: 'Levitat' } },
      'The catalogue has no ability “Levitat”. Did you mean Levitate?',
    ],
    [{ filter: { kind: 'item', query: 'price >' } }, /The value of price is missing/],
    [{ filter: GARCHOMP, condition: { type: 'at_or_below' } }, 'Price is required'],
    [{ filter: GARCHOMP, condition: { type: 'never' } }, /condition must have one of the types every/],
    [{ filter: GARCHOMP, channels: { email: 'hourly' } }, 'email must be one of off, at_once, daily, weekly'],
  ])('is refused for %j', async (body, error) => {
    const message = typeof error === 'string' ? error : expect.stringMatching(error);
    expect(refused(await follow(body))).toEqual({ status: 400, error: message });
  });

  it('is returned when it exists already, unless it is paused', async () => {
    const { body } = await follow({ filter: GARCHOMP, ...MAILED });
    server.clock.advance(60_000);
    expect(await follow({ filter: GARCHOMP, ...MAILED })).toMatchObject({ status: 200, body });
    await change(body.follow_id, { paused: true });
    expect(refused(await follow({ filter: GARCHOMP, ...MAILED }))).toEqual({
      status: 409,
      error: 'You already follow this search, and it is paused: Garchomp.',
    });
  });

  it('is refused when an equivalent one with other channels exists, in whatever form', async () => {
    await follow({ filter: { ...GARCHOMP, min_price: 5 } });
    const again = { status: 409, error: 'You already follow this search: Garchomp, price from 5 PD.' };
    const named = { ...GARCHOMP, name: 'GARCHOMP', min_price: 5 };
    expect(refused(await follow({ filter: named, ...MAILED }))).toEqual(again);
    const query = { kind: 'pokemon', query: 'price >= 5 and pokemon = gar-chomp and perfect_ivs >= 0' };
    expect(refused(await follow({ filter: query, ...MAILED }))).toEqual(again);
    // Another condition, and another account, are something else.
    const condition = { type: 'at_or_above', price: 5 };
    expect((await follow({ filter: { ...GARCHOMP, min_price: 5 }, condition })).status).toBe(200);
    expect((await follow({ filter: query }, await makeAccount(server))).status).toBe(200);
  });

  it('is refused when an equivalent one exists that was stored with the key of an earlier version', async () => {
    const { body } = await follow({ filter: GARCHOMP });
    await server.sql('update follow set key = ? where follow_id = ?', ['0'.repeat(64), body.follow_id]);
    expect((await follow({ filter: GARCHOMP, ...MAILED })).status).toBe(409);
    server.clock.advance(60_000);
    expect((await change(body.follow_id, { filter: GARCHOMP })).body.since).toBe(body.since);
  });

  it.each([
    [
      'its name',
      'Dusk Orrb',
      'Dusk Orb',
      { name: 'dusk orrb', exact: true },
      { name: 'Dusk Orb', exact: true },
    ],
    ['a query', 'Dawn Orrb', 'Dawn Orb', { query: 'item = "dawn orrb"' }, { query: 'item IN (Dawn Orb)' }],
  ])('is refused when one has a merged spelling of the item, by %s', async (_what, from, into, old, now) => {
    for (const name of [from, into]) await makeSale(server, { by: player, name, status: 'approved' });
    const { body } = await follow({ filter: { kind: 'item', ...old } });
    const other = await follow({ filter: { kind: 'item', max_price: 7 } });
    const admin = await makeAccount(server, 'admin');
    await server.services(admin.actor).itemMerge.merge({ from, into });
    const { label, search } = (await call(server, 'GET', `/follows/${body.follow_id}`, player)).body;
    expect([label, new URLSearchParams(search).toString()]).toEqual([
      expect.stringContaining(into),
      expect.stringContaining(into.replace(' ', '+')),
    ]);
    const again = { status: 409, error: `You already follow this search: ${label}.` };
    expect(refused(await follow({ filter: { kind: 'item', ...now }, ...MAILED }))).toEqual(again);
    expect(refused(await change(other.body.follow_id, { filter: { kind: 'item', ...now } }))).toEqual(again);
    server.clock.advance(60_000);
    // It is the same search: sales that were approved since it was first followed stay matches.
    const renamed = await change(body.follow_id, { filter: { kind: 'item', ...now } });
    expect(renamed.body).toMatchObject({ since: body.since, label: expect.stringContaining(into) });
  });

  it('is refused to an account that has fifty, also when calls come at once', async () => {
    const search = (price: number) => ({ filter: { kind: 'item', max_price: price } });
    for (let price = 1; price < LIMITS.follows.perAccount; price += 1)
      await makeFollow(server, player, search(price));
    const answers = await Promise.all([1, 2, 3].map((n) => follow(search(1_000 * n))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
      'An account can follow 50 searches. Delete one first.',
    );
  });
});

describe('a change of a follow', () => {
  it('keeps what is not given', async () => {
    const { body } = await follow({ filter: GARCHOMP, channels: { feed: true } });
    server.clock.advance(60_000);
    const { body: changed } = await change(body.follow_id, { channels: { email: 'weekly' } });
    expect(changed).toEqual({ ...body, channels: { ...body.channels, email: 'weekly' } });
    const { body: paused } = await change(body.follow_id, { paused: true });
    expect(paused).toEqual({ ...changed, paused: true });
  });

  it('of filter or condition, and the end of a pause, start it again', async () => {
    const { body } = await follow({ filter: GARCHOMP });
    const id = body.follow_id;
    const since = async (given: unknown) => {
      server.clock.advance(60_000);
      return (await change(id, given)).body.since;
    };
    const now = () => server.clock.now().toISOString();
    expect(await since({ filter: GARCHOMP })).toBe(body.since);
    expect(await since({ filter: { ...GARCHOMP, nature: 'Bold' } })).toBe(now());
    expect(await since({ condition: { type: 'at_or_below', price: 5 } })).toBe(now());
    const restarted = now();
    expect(await since({ paused: true })).toBe(restarted);
    expect(await since({ paused: false })).toBe(now());
  });

  it('to an equivalent of another follow is refused', async () => {
    await follow({ filter: GARCHOMP });
    const { body } = await follow({ filter: { ...GARCHOMP, nature: 'Bold' } });
    expect(refused(await change(body.follow_id, { filter: GARCHOMP }))).toEqual({
      status: 409,
      error: 'You already follow this search: Garchomp.',
    });
  });
});

it('whose filter is no longer valid asks for another one', async () => {
  const { follow_id: id } = await makeFollow(server, player);
  await server.sql('update follow set search = ? where follow_id = ?', ['?nature=Bold', id]);
  const condition = { type: 'at_or_below', price: 5 };
  expect(refused(await change(id, { condition }))).toEqual({
    status: 400,
    error: 'The filter of this search is no longer valid. Choose another one.',
  });
  expect((await change(id, { condition, filter: GARCHOMP })).status).toBe(200);
});

describe('the matches of a follow', () => {
  const shown = async (id: number) => {
    const { body } = await call(server, 'GET', `/follows/${id}`, { token: player.token });
    const matches: { sale: { sale_id: number }; matched_at: string }[] = body.matches;
    return {
      last: body.last_match,
      ids: matches.map(({ sale }) => sale.sale_id),
      at: matches[0]?.matched_at,
    };
  };
  const edit = (id: number, price: number) =>
    server.services().saleAdmin.edit('item', { id, change: { price } });

  it.each<[string, 'at_or_below' | 'at_or_above', (id: number) => Promise<unknown>]>([
    ['deleted', 'at_or_below', (id) => server.services().saleAdmin.remove('item', { id })],
    ['corrected to a price above the follow', 'at_or_below', (id) => edit(id, 9_000_000)],
    ['corrected to a price below the follow', 'at_or_above', (id) => edit(id, 2)],
  ])('leave out a sale that was %s, as does the time of the last one', async (_what, type, take) => {
    const filter = { kind: 'item', name: 'Master Ball', exact: true };
    const { follow_id: id } = await makeFollow(server, player, {
      filter,
      condition: { type, price: 200_000 },
    });
    const approve = async () => {
      const sale = await makeSale(server, { status: 'approved', price: 200_000 });
      await matchFollows(server);
      return sale;
    };
    const [first, second] = [await approve(), await approve()];
    const both = await shown(id);
    expect(both).toMatchObject({ ids: [second, first], last: both.at });
    await take(second);
    const one = await shown(id);
    expect(one).toMatchObject({ ids: [first], last: one.at });
    expect(one.last).not.toBe(both.last);
    await take(first);
    expect(await shown(id)).toEqual({ ids: [], last: null, at: undefined });
  });
});

it('is gone after it was deleted', async () => {
  const { body } = await follow({ filter: GARCHOMP });
  const path = `/follows/${body.follow_id}`;
  expect((await call(server, 'DELETE', path, { token: player.token })).status).toBe(200);
  expect((await call(server, 'GET', path, { token: player.token })).status).toBe(404);
});

it('belongs to the data of its account, and is deleted with it', async () => {
  await follow({ filter: GARCHOMP, channels: { feed: true } });
  const { caller } = { caller: server.services(player.actor) };
  await caller.followFeed.renew();
  const { rows } = await caller.accountData.ownPage('follows', 0);
  expect(rows).toMatchObject([{ kind: 'pokemon', search: '?tab=pokemon&name=Garchomp&exact=true' }]);
  await caller.accountRemoval.removeOwn(player.user.username);
  const left = await server.sql(
    'select user_id from follow where user_id = ? union all select user_id from follow_feed where user_id = ?',
    [player.user.user_id, player.user.user_id],
  );
  expect(left).toEqual([]);
});

it('is not shown to a suspended account', async () => {
  await follow({ filter: GARCHOMP });
  await suspend(server, player);
  expect((await call(server, 'GET', '/follows', { token: player.token })).status).toBe(401);
});
