import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MarketFilter, zMarketFilter } from '../../contract/market/sale-filter.ts';
import { matchesQuery } from '../../contract/query/evaluate.ts';
import { filterPredicate } from '../../contract/query/matches-filter.ts';
import { parseQuery } from '../../contract/query/parser.ts';
import { printQuery } from '../../contract/query/printer.ts';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import { SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { makeAccount } from '../../testing/accounts/factories.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { testServer } from '../../testing/run/server.ts';
import { aQuery, aSale, someFilters, TODAY, USERNAMES } from '../../testing/search/query-arbitraries.ts';

const server = testServer();

/** As many as one page shows. */
const SALES = 100;
const stored: Record<SaleKind, AnySale[]> = { item: [], pokemon: [] };

const COLUMNS = [
  ...['kind', 'name', 'price', 'date_sold', 'submitted_by', 'status', 'decided_at', 'deleted_at'],
  ...['species_id', 'form', 'nature', 'ability', 'hidden_power', 'level', 'is_shiny'],
  ...STATS.map(ivColumn),
];

beforeAll(async () => {
  server.clock.advance(Date.parse(`${TODAY}T12:00:00Z`) - server.clock.now().getTime());
  const submitters = new Map<string, number>();
  for (const name of USERNAMES) {
    const { user } = await makeAccount(server, 'user', name === 'ash' ? 'Ash' : name);
    submitters.set(name, user.user_id);
  }
  for (const kind of SALE_KINDS) {
    const sales = fc.sample(aSale(kind), { numRuns: SALES + 40, seed: 20_260_331 });
    for (const [i, sale] of sales.entries()) {
      const { submitted_by_username } = sale;
      const [status, deleted] =
        i < SALES ? ['approved', false] : [i % 2 ? 'pending' : 'approved', i % 2 === 0];
      const row: Record<string, unknown> = {
        ...sale,
        name: sale.kind === 'item' ? sale.item_name : sale.pokemon_name,
        species_id: sale.kind === 'item' ? null : sale.pokemon_id,
        submitted_by: submitted_by_username && submitters.get(submitted_by_username),
        status,
        decided_at: status === 'pending' ? null : server.clock.now(),
        deleted_at: deleted ? server.clock.now() : null,
      };
      await server.sql(
        `insert into sale (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})`,
        COLUMNS.map((column) => row[column] ?? null),
      );
    }
    stored[kind] = await listed({ kind });
    expect(stored[kind]).toHaveLength(SALES);
  }
  // The totals of the lists below are counted in memory, except those of submitters.
  const { columns, changeFeed } = server.runtime;
  const total = async () => columns.total({ kind: 'item' }, await changeFeed.fresh());
  await total();
  await columns.settled();
  expect(await total()).toBe(SALES);
});

/** All public sales that the list of Market History shows for a filter. */
async function listed({ kind, name, ...filter }: MarketFilter): Promise<AnySale[]> {
  const { items, pokemon } = callerFor(server);
  const page = { limit: SALES, sort: 'price', order: 'asc' } as const;
  const { data, pagination } =
    kind === 'item'
      ? await items.list({ ...filter, ...page, item_name: name })
      : await pokemon.list({ ...filter, ...page, pokemon_name: name });
  expect(pagination.total).toBe(data.length);
  return data.map((sale) => ({ ...sale, kind }) as AnySale);
}

const ids = (sales: readonly AnySale[]) => sales.map(({ sale_id }) => sale_id).toSorted((a, b) => a - b);

/** How many filters were tried, and how many select some sales but not all: other filters prove little. */
let tried = 0;
let selective = 0;

async function showsExactly(filter: MarketFilter, expected: readonly AnySale[]): Promise<void> {
  expect(ids(await listed(filter))).toEqual(ids(expected));
  tried += 1;
  if (expected.length > 0 && expected.length < SALES) selective += 1;
}

const RUNS = { numRuns: 300, interruptAfterTimeLimit: 15_000 };

describe.each(SALE_KINDS)('the database and the in-memory predicate select the same %s sales,', (kind) => {
  it('for any query', async () => {
    [tried, selective] = [0, 0];
    await fc.assert(
      fc.asyncProperty(aQuery(kind), async (query) => {
        const expected = stored[kind].filter((sale) => matchesQuery(query, sale, TODAY));
        await showsExactly({ kind, query: printQuery(query) }, expected);
      }),
      RUNS,
    );
    expect(selective / tried).toBeGreaterThan(0.25);
  });

  it('for many parts of names', async () => {
    const terms = Array.from('abcdefghijkl', (letter) => `${kind} LIKE "%${letter}%a%"`);
    for (const query of [terms.join(' OR '), terms.map((term) => `NOT ${term}`).join(' AND ')]) {
      const parsed = parseQuery(query, kind);
      expect(parsed.ok).toBe(true);
      const expected = stored[kind].filter((sale) => parsed.ok && matchesQuery(parsed.ast, sale, TODAY));
      expect(expected.length % SALES).toBeGreaterThan(0);
      await showsExactly({ kind, query }, expected);
    }
  });

  it('for any simple filters', async () => {
    [tried, selective] = [0, 0];
    await fc.assert(
      fc.asyncProperty(someFilters(kind), async (filters) => {
        const filter = zMarketFilter.parse(filters);
        const expected = stored[kind].filter((sale) => filterPredicate(filter)(sale, TODAY));
        await showsExactly(filters, expected);
      }),
      RUNS,
    );
    expect(selective / tried).toBeGreaterThan(0.1);
  });

  it('for both together, also in the chart', async () => {
    await fc.assert(
      fc.asyncProperty(someFilters(kind), aQuery(kind), async (easy, query) => {
        const filters = { ...easy, query: printQuery(query) };
        const filter = zMarketFilter.parse(filters);
        const expected = stored[kind].filter((sale) => filterPredicate(filter)(sale, TODAY));
        await showsExactly(filters, expected);
        const chart = await callerFor(server).market.chart({ ...filters, days: 3_650 });
        expect(chart.data.map(({ sale_id }) => sale_id).toSorted()).toEqual(ids(expected).toSorted());
      }),
      { ...RUNS, numRuns: 100 },
    );
  });
});

it('has sales of many kinds to tell apart', () => {
  const shiny = stored.pokemon.filter((sale) => sale.kind === 'pokemon' && sale.is_shiny);
  expect(shiny.length).toBeGreaterThan(10);
  expect(stored.item.filter((sale) => sale.submitted_by_username === null).length).toBeGreaterThan(10);
});

it('uses the new day for `today` after midnight', async () => {
  const query = 'date = today OR date <= today-1y';
  const before = await listed({ kind: 'item', query });
  server.clock.advance(24 * 3_600_000);
  const after = await listed({ kind: 'item', query });
  server.clock.advance(-24 * 3_600_000);
  const of = (today: string) =>
    stored.item.filter(({ date_sold }) => date_sold === today || date_sold <= today.replace('2026', '2025'));
  expect(ids(before)).toEqual(ids(of(TODAY)));
  expect(ids(after)).toEqual(ids(of('2026-04-01')));
  expect(after.length).toBeLessThan(before.length);
});
