import { beforeAll, describe, expect, it } from 'vitest';
import { zMarketFilter } from '../../contract/market/sale-filter.ts';
import { filterPredicate } from '../../contract/query/matches-filter.ts';
import { makeSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { settleFlags } from '../../testing/market/flags.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

const SPELLINGS = [
  ['pokemon', 'Mr. Mime', 'Soundproof', ['mr mime', 'Mr.Mime', 'MRMIME', 'mr mi']],
  ['pokemon', "Farfetch'd", 'Keen Eye', ['farfetchd', 'Farfetch’d', 'farfetch d']],
  ['pokemon', 'Ho-Oh', 'Pressure', ['ho oh', 'hooh', 'HO–OH']],
  ['pokemon', 'Nidoran♀', 'Poison Point', ['nidoran♀', 'nidoran f', 'Nidoran-F', 'nidoran♀️']],
  ['pokemon', 'Porygon-Z', 'Adaptability', ['porygon z', 'porygonz']],
  ['item', 'Café Box', null, ['cafe box', 'CAFE-BOX', 'Cafe\u0301  Box']],
  ['item', "King's Rock", null, ['kings rock', 'King’s Rock']],
] as const;

const ROWS = SPELLINGS.flatMap(([kind, name, , written]) =>
  written.map((text) => [kind, name, text] as const),
);
const ids = new Map<string, number>();
const by = testAccount(server);
const checker = testAccount(server, 'checker');

beforeAll(async () => {
  for (const [kind, name, ability] of SPELLINGS)
    ids.set(
      name,
      await makeSale(server, { by, kind, name, status: 'approved', ...(ability && { traits: { ability } }) }),
    );
  for (const name of ['Raichu', 'Pikachu'])
    await makeSale(server, { by, kind: 'pokemon', name, status: 'approved', traits: { ability: 'Static' } });
  await makeSale(server, { by, name: 'Master Ball', status: 'approved' });
});

const get = async (path: string, query: Record<string, string>, token?: string) =>
  (await call(server, 'GET', `${path}?${new URLSearchParams(query)}`, { token })).body;
const saleIds = ({ data }: { data: { sale_id: number }[] }) => data.map(({ sale_id }) => sale_id);
const PATH = { item: 'items', pokemon: 'pokemon' } as const;

describe.each(ROWS)('%s %s, written %s,', (kind, name, text) => {
  const path = `/${PATH[kind]}`;
  const param = `${kind}_name`;
  const found = [ids.get(name)];
  beforeAll(() => {
    found[0] = ids.get(name);
  });

  it('is suggested with its proper spelling', async () => {
    const [first] = (await get(`${path}/search/autocomplete`, { query: text })).data;
    expect(first).toMatchObject({ name, sales: 1 });
  });

  it('is in the list and in the advanced query', async () => {
    expect(saleIds(await get(path, { [param]: text }))).toEqual(found);
    expect(saleIds(await get(path, { query: `${kind} LIKE "%${text}%"` }))).toEqual(found);
    const { data } = await callerFor(server, checker.token).reviews.list({ scope: 'all', name: text });
    expect(data.map(({ sale_id }) => sale_id)).toEqual(found);
  });

  it('is in the list with `exact`, in the price history and in a query with =, when it is the whole name', async () => {
    if (text === 'mr mi')
      return expect(saleIds(await get(path, { [param]: text, exact: 'true' }))).toEqual([]);
    expect(saleIds(await get(path, { [param]: text, exact: 'true' }))).toEqual(found);
    expect(saleIds(await get(path, { query: `${kind} = "${text}"` }))).toEqual(found);
    const history = await get(`${path}/price-history/${encodeURIComponent(text)}`, { days: '3650' });
    expect(history).toMatchObject({ [param]: name, total_records: 1 });
    return undefined;
  });

  it('matches a live sale as it matches the list', async () => {
    const sale = await callerFor(server).market.sale({ id: ids.get(name) ?? 0 });
    const filter = zMarketFilter.parse({ kind, name: text });
    expect(filterPredicate(filter)(sale, '2026-11-22')).toBe(true);
  });
});

describe('a submission', () => {
  const submit = async (item_name: string) => {
    const { body } = await call(server, 'POST', '/items/submit', {
      token: by.token,
      body: { item_name, price: 77, date_sold: '2026-03-01' },
    });
    return body.sale_id as number;
  };
  const detail = async (id: number) => (await callerFor(server, checker.token).reviews.detail({ id })).sale;

  it('gets the known spelling of its item, and is a duplicate however it is written', async () => {
    await makeSale(server, { by, name: "Dragon's Fang", status: 'approved' });
    const [first, second] = [await submit('dragons fang'), await submit('Dragon’s  Fang')];
    await settleFlags(server.scope());
    const { flags, ...sale } = await detail(second);
    expect(sale).toMatchObject({ item_name: "Dragon's Fang" });
    expect(flags).toContainEqual(
      expect.objectContaining({ flag: 'duplicate', sales: [expect.objectContaining({ sale_id: first })] }),
    );
    expect(flags.map(({ flag }) => flag)).not.toContain('new_item');
  });

  it('of a new item takes over the spelling under which the item was approved first', async () => {
    const [first, second] = [await submit('Brand-New Orb'), await submit('brand new orb')];
    const { items } = callerFor(server, checker.token);
    for (const id of [first, second]) await items.setStatus({ id, status: 'approved' });
    expect(await detail(second)).toMatchObject({ item_name: 'Brand-New Orb' });
    expect(await server.sql(`select name from item where name_key(name) = 'brandneworb'`)).toHaveLength(1);
  });
});
