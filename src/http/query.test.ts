import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, makeSale, type StoredSale } from '../testing/accounts/factories.ts';
import { testAccount } from '../testing/accounts/test-account.ts';
import { HOSTILE_QUERIES, HOSTILE_TEXTS } from '../testing/attacks/hostile-texts.ts';
import { callerFor } from '../testing/clients/callers.ts';
import { call } from '../testing/clients/rest-client.ts';
import { testServer } from '../testing/run/server.ts';

const server = testServer();

const by = testAccount(server, 'user', 'seller');
const ids: Record<string, number> = {};

const SALES = {
  adamant: { kind: 'pokemon', price: 100, date_sold: '2026-03-01', traits: { level: 50 } },
  jolly: {
    kind: 'pokemon',
    price: 200,
    date_sold: '2026-03-02',
    traits: { nature: 'Jolly', form: 'Shiny', iv_speed: 0 },
  },
  bold: {
    kind: 'pokemon',
    name: 'Rotom',
    price: 300,
    date_sold: '2026-03-03',
    traits: { form: 'Wash', nature: 'Bold', ability: 'Levitate', iv_hp: 0 },
  },
  ball: { name: 'Master Ball', price: 100, date_sold: '2026-03-01' },
  rock: { name: "King's Rock", price: 1_500_000, date_sold: '2026-03-02' },
} satisfies Record<string, StoredSale>;

beforeAll(async () => {
  for (const [key, sale] of Object.entries(SALES))
    ids[key] = await makeSale(server, { by, status: 'approved', ...sale });
  await makeSale(server, { by, name: 'Master Ball', status: 'pending' });
});

const get = (path: string, query: Record<string, string>) =>
  call(server, 'GET', `${path}?${new URLSearchParams(query)}`);

async function shown(path: string, query: Record<string, string>): Promise<(string | undefined)[]> {
  const { status, body } = await get(path, query);
  expect({ status, body }).toMatchObject({ status: 200, body: { pagination: { total: body.data?.length } } });
  return body.data.map(({ sale_id }: { sale_id: number }) =>
    Object.keys(ids).find((key) => ids[key] === sale_id),
  );
}

const ALL = ['bold', 'jolly', 'adamant'];

describe('pokemon that match a query', () => {
  it.each<[query: string, keys: string[]]>([
    ['', ALL],
    ['  ', ALL],
    ['price > 100', ['bold', 'jolly']],
    ['price >= 100', ALL],
    ['price < 0.2k', ['adamant']],
    ['nature = Bold OR nature = Jolly', ['bold', 'jolly']],
    ['nature = Bold OR nature = Jolly AND price > 200', ['bold']],
    ['(nature = Bold OR nature = Jolly) AND price > 200', ['bold']],
    ['pokemon = garchomp AND NOT is shiny', ['adamant']],
    ['pokemon = Garcho', []],
    ['pokemon LIKE Garcho%', ['jolly', 'adamant']],
    ['pokemon LIKE Gar_homp', []],
    ['pokemon LIKE GAR-%', ['jolly', 'adamant']],
    ['pokemon NOT LIKE %o%m', ['jolly', 'adamant']],
    ['form = Shiny', ['jolly']],
    ['form IN (Wash, Shiny)', ['bold', 'jolly']],
    ['level = 50', ['adamant']],
    ['level != 50', ['bold', 'jolly']],
    ['NOT level = 50', ['bold', 'jolly']],
    ['NOT (level < 50 OR level > 50)', ALL],
    ['submitted_by = SELLER', ALL],
    ['submitted_by != seller', []],
    ['perfect_ivs = 5', ['adamant']],
    ['speed_iv < 31', ['jolly']],
    ['date > 2026-03-01 AND date < 2026-03-03', ['jolly']],
    ['date < today-3650d', []],
    ['nature > Bold AND price = 100', ['adamant']],
  ])('%j', async (query, keys) => expect(await shown('/pokemon', { query })).toEqual(keys));

  it('must also match the other filters', async () => {
    const query = 'nature = Bold OR nature = Jolly';
    expect(await shown('/pokemon', { query, pokemon_name: 'chomp' })).toEqual(['jolly']);
    expect(await shown('/pokemon', { query, max_price: '100' })).toEqual([]);
  });
});

it('queries also filter items and both price histories', async () => {
  expect(await shown('/items', { query: "item = King's Rock OR price = 100" })).toEqual(['rock', 'ball']);
  const prices = async (path: string, query: string) =>
    (await get(path, { query, days: '3650' })).body.data.map(({ price }: { price: number }) => price);
  expect(await prices('/items/price-history/Master Ball', 'price >= 100')).toEqual([100]);
  expect(await prices('/items/price-history/Master Ball', 'price > 100')).toEqual([]);
  expect(await prices('/pokemon/price-history/Garchomp', 'is shiny')).toEqual([200]);
});

it.each<[Record<string, string>, string[]]>([
  [{ ability: 'Rough Skin' }, []],
  [{ ability: 'levitate' }, []],
  [{ ability: 'Levitat' }, ['The catalogue has no ability “Levitat”. Did you mean Levitate?']],
  [{ ability: 'rough-skin' }, ['The catalogue has no ability “rough-skin”. Did you mean Rough Skin?']],
  [
    { ability: 'Levitat', query: 'ability = Levitat' },
    ['The catalogue has no ability “Levitat”. Did you mean Levitate?'],
  ],
  [{ query: 'ability != Presure' }, ['The catalogue has no ability “Presure”. Did you mean Pressure?']],
  [{ query: 'NOT ability = levitate OR ability LIKE %skim' }, []],
  [
    { query: 'nature = Bold OR NOT (ability = Levitat AND ability IN (levitat, Presure, Levitate))' },
    [
      'The catalogue has no ability “Levitat”. Did you mean Levitate?',
      'The catalogue has no ability “levitat”. Did you mean Levitate?',
      'The catalogue has no ability “Presure”. Did you mean Pressure?',
    ],
  ],
])(
  'the abilities of %j that the catalogue does not have are listed with the nearest name',
  async (given, unknown) => {
    const { token } = await makeAccount(server);
    for (const path of ['/pokemon', '/pokemon/price-history/Garchomp', '/pokemon/answer/Garchomp'])
      for (const as of [undefined, token]) {
        const { status, body } = await call(server, 'GET', `${path}?${new URLSearchParams(given)}`, {
          token: as,
        });
        expect([status, body.unknown ?? []], path).toEqual([200, unknown]);
      }
  },
);

it('the terms of a query that have no effect are listed, if there are any', async () => {
  const query = 'nature  > Bold AND (hidden_power >= fire OR price < 100k)';
  const ignored = ['nature  > Bold', 'hidden_power >= fire'];
  const { token } = await makeAccount(server);
  const bodyOf = async (path: string, given: string, as?: string) =>
    (await call(server, 'GET', `${path}?${new URLSearchParams({ query: given })}`, { token: as })).body;
  for (const path of ['/pokemon', '/pokemon/price-history/Garchomp', '/pokemon/answer/Garchomp']) {
    expect((await bodyOf(path, query)).ignored, path).toEqual(ignored);
    expect((await bodyOf(path, query, token)).ignored, path).toEqual(ignored);
    expect(await bodyOf(path, 'price < 100k'), path).not.toHaveProperty('ignored');
  }
  const term = 'item > ball';
  for (const path of ['/items', '/items/price-history/Master Ball', '/items/answer/Master Ball'])
    expect((await bodyOf(path, `${term} AND price < 100k`)).ignored, path).toEqual([term]);
  const { pokemon, market } = callerFor(server, token);
  expect(await pokemon.list({ query })).toMatchObject({ ignored });
  const asked = { kind: 'pokemon', name: 'Garchomp', exact: true } as const;
  for (const read of [market.chart, market.answer]) {
    expect(await read({ ...asked, query })).toMatchObject({ ignored });
    expect(await read({ ...asked, query: 'price < 100k' })).not.toHaveProperty('ignored');
  }
});

it.each([
  [
    '/pokemon',
    'nature = Bolt',
    /^query: "Bolt" is not a valid nature. Did you mean Bold\? \(at character 10; expected one of /,
  ],
  ['/pokemon', 'item = x', /^query: item is a field of items; this query is for pokemon \(at character 1;/],
  ['/items', 'price > ', /^query: The value of price is missing \(at character 9; expected a price from 0 /],
  ['/items', 'price LIKE 5', /^query: The query has no valid term/],
  ['/pokemon/price-history/Garchomp', '(is shiny', /^query: The query ends too early/],
])('%s refuses %j and names the position of the error', async (path, query, sentence) => {
  const { status, body } = await get(path, { query });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
  expect(body.details).toEqual([expect.stringMatching(sentence)]);
});

it('refuses a repeated query parameter', async () => {
  expect((await call(server, 'GET', '/items?query=price>1&query=price<9')).status).toBe(400);
  const input = 'input=%7B%7D';
  for (const path of ['items.list', 'auth.profile']) {
    const answer = await fetch(`${server.url}/trpc/${path}?${input}&${input}`);
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('input is given more than once'),
    ]);
  }
});

describe('hostile texts match nothing and cause no failure,', () => {
  const answers = async (path: string, query: string) => {
    const { status } = await fetch(`${server.url}/api${path}?${new URLSearchParams({ query })}`);
    // Node itself refuses a URL of over 16 kB.
    expect([200, 400, 431], `${path} ${query.slice(0, 200)}`).toContain(status);
  };

  it.each(HOSTILE_QUERIES.map((query) => [query.slice(0, 40), query]))(
    'as a query: %j',
    async (_start, query) => {
      for (const path of ['/items', '/pokemon', '/items/price-history/x', '/pokemon/price-history/x'])
        await answers(path, query);
    },
  );

  it.each(HOSTILE_TEXTS)('as a value: %j', async (text) => {
    const value = `"${text.replaceAll('"', '""')}"`;
    for (const field of ['pokemon', 'nature', 'price', 'date', 'shiny'])
      await answers('/pokemon', `${field} = ${text}`);
    await answers('/items', `item IN (x, ${value}) OR item LIKE ${value} OR submitted_by = ${value}`);
    await answers('/pokemon', `ability = ${value} OR form IN (${value}) OR form NOT LIKE ${value}`);
  });

  it('and leave the sales unchanged', async () => {
    expect(await shown('/pokemon', {})).toEqual(ALL);
    expect(({} as Record<string, unknown>).query).toBeUndefined();
  });
});
