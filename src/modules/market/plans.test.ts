import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillMarket } from '../../../bench/kit/market-data.ts';
import { zMarketFilter } from '../../contract/market/sale-filter.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { type Condition, where } from '../../db/query.ts';
import { testServer } from '../../testing/run/server.ts';
import { nameRows } from '../name-search/names.queries.ts';
import { daysOf } from './day-prices.ts';
import { soldForms } from './name-page.queries.ts';
import { inLastDays, publicConditions, withNames } from './sale.filter.ts';
import { filteredRows, firstRows, type SaleOrder } from './sale.queries.ts';
import { dated } from './sale-query.filter.ts';
import { answerRows } from './similar/compared.queries.ts';
import { questionOfFilter } from './similar/question.filter.ts';
import { traitSales } from './traits/trait-worth.queries.ts';

const server = testServer();

/** Enough for the planner to care which index it takes. */
beforeAll(() => fillMarket(server.database.ownerUrl, { pokemon: 60_000, items: 40_000, itemNames: 2_000 }));

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The indexes that a statement reads sales by; `seq scan` when it reads all of them. */
async function indexesOf(statement: Condition): Promise<string[]> {
  const [row] = await server.runtime.reads.rows(
    sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${statement}`,
  );
  const nodes = nodesOf(row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' });
  return nodes.flatMap((node) => {
    if (node['Node Type'] === 'Seq Scan') return node['Relation Name'] === 'sale' ? ['seq scan'] : [];
    const index = node['Index Name'];
    return index?.startsWith('sale_') && index !== 'sale_pkey' ? [index] : [];
  });
}

type Filter = Parameters<typeof zMarketFilter.parse>[0];

async function conditionsOf(filter: Filter): Promise<Condition[]> {
  const parsed = dated(zMarketFilter.parse(filter), todayUtc());
  return publicConditions(await withNames(server.runtime, parsed));
}

const countOf = (conditions: readonly Condition[]) => sql`select count(*) from sale s ${where(conditions)}`;
const NEWEST: SaleOrder = { sort: 'date_sold', order: 'desc' };
const CHEAPEST: SaleOrder = { sort: 'price', order: 'asc' };
const BY_NAME: SaleOrder = { sort: 'name', order: 'asc' };
const LATEST_APPROVED: SaleOrder = { sort: 'date_approved', order: 'desc' };

const pokemon = (filter: object) => ({ kind: 'pokemon', ...filter });
const item = (filter: object) => ({ kind: 'item', ...filter });
const perfect = Object.fromEntries(
  ['hp', 'atk', 'def', 'spatk', 'spdef', 'speed'].map((stat) => [`min_${stat}_iv`, LIMITS.iv.max]),
);

describe('what selects little of the market is found by', () => {
  it.each([
    ['sale_traits_index', pokemon({ nature: 'Lonely' })],
    ['sale_traits_index', pokemon({ nature: 'Lonely', hidden_power: 'Dragon' })],
    ['sale_traits_index', pokemon({ nature: 'Adamant', hidden_power: 'Fire', min_perfect_ivs: 3 })],
    ['sale_traits_index', pokemon({ min_perfect_ivs: 6 })],
    ['sale_traits_index', pokemon(perfect)],
    ['sale_ability_index', pokemon({ ability: 'Rough Skin' })],
    ['sale_ability_index', pokemon({ query: 'ability in (Sniper, "Rough Skin")' })],
    ['sale_form_index', pokemon({ form: 'Sandy' })],
    ['sale_shiny_index', pokemon({ is_shiny: true })],
    ['sale_shiny_index', pokemon({ form: 'Shiny' })],
    ['sale_level_index', pokemon({ query: 'level = 50' })],
    ['sale_level_index', pokemon({ min_level: 50, max_level: 50 })],
    ['sale_item_no_proof_index', item({ proof: 'without' })],
    ['sale_pokemon_no_proof_index', pokemon({ query: 'has no proof' })],
    ['sale_pokemon_name_index', pokemon({ name: 'Garchomp', exact: true })],
    ['sale_pokemon_name_index', pokemon({ name: 'garch' })],
    ['sale_pokemon_name_index', pokemon({ query: 'pokemon like Gar%p' })],
    [
      'sale_pokemon_name_index',
      pokemon({ name: 'Garchomp', exact: true, nature: 'Adamant', min_perfect_ivs: 5 }),
    ],
    ['sale_item_name_index', item({ name: 'Master Ball', exact: true })],
    ['sale_item_name_index', item({ name: 'master b' })],
    ['sale_pokemon_price_index', pokemon({ min_price: 40_000_000 })],
    ['sale_pokemon_price_index', pokemon({ query: 'price < 2000' })],
    ['sale_item_price_index', item({ max_price: 200 })],
    ['sale_pokemon_newest_index', pokemon({ query: 'date >= today-1d' })],
    ['sale_item_newest_index', item({ date_to: '2019-01-01' })],
  ])('%s: %o', async (index, filter) => {
    const conditions = await conditionsOf(filter);
    expect(await indexesOf(countOf(conditions))).toEqual([index]);
    const few = { limit: 25, offset: 0, total: 100 };
    for (const order of [NEWEST, CHEAPEST])
      expect(await indexesOf(filteredRows(conditions, order, few))).toEqual([index]);
    expect(await indexesOf(filteredRows(conditions, BY_NAME, few))).not.toContain('seq scan');
  });
});

describe('what selects much is counted by an index with all that it asks for', () => {
  it.each([
    pokemon({}),
    pokemon({ form: 'Normal', is_shiny: false }),
    pokemon({ min_hp_iv: 3, max_speed_iv: 30, min_price: 5_000 }),
    pokemon({ query: 'nature = Adamant or ability = "Rough Skin" or hp_iv > 20' }),
    item({}),
    item({ min_price: 500, date_from: '2022-01-01' }),
    item({ proof: 'with' }),
    pokemon({ proof: 'with', max_price: 5_000_000 }),
  ])('%o', async (filter) => {
    const [row] = await server.runtime.reads.rows(
      sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${countOf(await conditionsOf(filter))}`,
    );
    const scans = nodesOf(row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' })
      .map((node) => node['Node Type'])
      .filter((type) => type.includes('Scan'));
    expect(scans).toEqual(['Index Only Scan']);
  });
});

it('the lowest minimum and the highest maximum of IVs are no condition', async () => {
  const all = { min_hp_iv: 0, max_hp_iv: 31, max_speed_iv: 31, min_perfect_ivs: 0 };
  const textOf = async (filter: object) =>
    server.runtime.reads.keyOf(where(await conditionsOf(pokemon(filter))));
  expect(await textOf(all)).toBe(await textOf({}));
  expect(await textOf({ ...all, min_atk_iv: 1 })).toBe(await textOf({ min_atk_iv: 1 }));
  // Not every sale has a level.
  expect(await textOf({ min_level: 1 })).not.toBe(await textOf({}));
});

describe('a page of names is read from an index that has the names', () => {
  it.each([
    ['sale_pokemon_price_index', pokemon({ name: 'a' }), CHEAPEST],
    ['sale_item_price_index', item({ name: 'a' }), CHEAPEST],
  ] as const)('%s', async (index, filter, order) => {
    const statement = filteredRows(await conditionsOf(filter), order, {
      limit: 25,
      offset: 0,
      total: 20_000,
    });
    const [row] = await server.runtime.reads.rows(
      sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${statement}`,
    );
    const nodes = nodesOf(row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' });
    expect(nodes.find((node) => node['Index Name'] === index)?.['Node Type']).toBe('Index Only Scan');
  });
});

describe('a page of much is read from the index of its order', () => {
  it.each([
    ['sale_pokemon_newest_index', 'pokemon', NEWEST],
    ['sale_pokemon_price_index', 'pokemon', CHEAPEST],
    ['sale_item_newest_index', 'item', NEWEST],
    ['sale_item_price_index', 'item', CHEAPEST],
  ] as const)('%s, of all %s', async (index, kind, order) => {
    const conditions = await conditionsOf({ kind });
    const far = { limit: LIMITS.list.max, offset: 20_000, total: 40_000 };
    expect(await indexesOf(firstRows(conditions, order, 25))).toEqual([index]);
    expect(await indexesOf(filteredRows(conditions, order, far))).toEqual([index]);
  });
});

it.each(['pokemon', 'item'])(
  'the latest approved sales of all %s are read from the index of approvals',
  async (kind) => {
    const conditions = await conditionsOf({ kind });
    expect(await indexesOf(firstRows(conditions, LATEST_APPROVED, LIMITS.list.max))).toEqual([
      'sale_approved_index',
    ]);
  },
);

it('sales of a submitter are found by the submitter', async () => {
  const conditions = await conditionsOf(pokemon({ query: 'submitted_by = trader_450' }));
  const indexes = await indexesOf(countOf(conditions));
  expect(indexes).toContain('sale_submitted_by_index');
  expect(indexes).not.toContain('seq scan');
});

it('whether an item is known is found without reading all sales', async () => {
  let indexes: string[] = [];
  const rows = async (statement: Condition) => {
    indexes = await indexesOf(statement);
    return [];
  };
  await nameRows({ rows }, 'item');
  expect(indexes).toEqual(['sale_item_id_index']);
});

it('the page of a name counts its forms with only the index of its name', async () => {
  const conditions = await conditionsOf(pokemon({ name: 'Garchomp', exact: true }));
  expect(await indexesOf(soldForms(conditions))).toEqual(['sale_pokemon_name_index']);
});

it('the sales of a name whose traits are compared are found with only the index of the name', async () => {
  expect(await indexesOf(traitSales('Garchomp', LIMITS.traitWorth.sales))).toEqual([
    'sale_pokemon_name_index',
  ]);
});

it('a price history reads only the index of its name, all time and 90 days', async () => {
  const conditions = await conditionsOf(pokemon({ name: 'Garchomp', exact: true }));
  for (const days of [LIMITS.priceHistory.defaultDays, LIMITS.priceHistory.maxDays])
    expect(await indexesOf(daysOf([...conditions, inLastDays(days, todayUtc())]))).toEqual([
      'sale_pokemon_name_index',
    ]);
});

it.each([
  ['sale_item_name_index', item({ name: 'Master Ball', exact: true })],
  ['sale_pokemon_name_index', pokemon({ name: 'Garchomp', exact: true })],
  [
    'sale_pokemon_name_index',
    pokemon({ name: 'Garchomp', exact: true, nature: 'Adamant', min_perfect_ivs: 5 }),
  ],
])('an answer reads only %s: %o', async (index, filter) => {
  const question = await questionOfFilter(server.runtime, dated(zMarketFilter.parse(filter), todayUtc()));
  if (!question) throw new Error('The filter names no name.');
  const indexes = await indexesOf(answerRows(question));
  expect([...new Set(indexes)]).toEqual([index]);
});
