import { beforeEach, expect, it } from 'vitest';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { makeSale, type StoredSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();
const by = testAccount(server);
const PROOF = 'https://forum.example/thread/7';
const { recentDays, shown } = LIMITS.overview;

const sell = (days: number, sale: StoredSale = {}) =>
  makeSale(server, { by, status: 'approved', proof_url: null, date_sold: server.daysAgo(days), ...sale });
const overview = () => callerFor(server).market.overview({});

/** Removes the sales of other tests. */
beforeEach(async () => {
  const sales = await server.sql<{ kind: SaleKind; sale_id: number }>(
    'select kind, sale_id from sale where deleted_at is null',
  );
  for (const { kind, sale_id: id } of sales) await server.services().saleAdmin.remove(kind, { id });
});

it('is empty without recent sales', async () => {
  await sell(recentDays + 1, { name: 'Master Ball', proof_url: PROOF });
  expect(await overview()).toEqual({
    today: server.daysAgo(0),
    since: server.daysAgo(recentDays),
    sales: { item: { today: 0, recent: 0 }, pokemon: { today: 0, recent: 0 } },
    most_traded: [],
    notable: [],
  });
});

it('counts the sales of each kind as their lists do, and names the most traded and the highest prices', async () => {
  for (const days of [0, 0, recentDays]) await sell(days, { name: 'Leftovers', price: 10 });
  await sell(0, { kind: 'pokemon', name: 'Garchomp', price: 900, proof_url: PROOF });
  await sell(1, { kind: 'pokemon', name: 'Garchomp', price: 5_000 });
  await sell(1, { name: 'Moon Pearl', price: 700, proof_url: PROOF });
  // None of these is public.
  await sell(0, { name: 'Rare Candy', price: 9_000, proof_url: PROOF, status: 'pending' });
  await sell(0, { name: 'Rare Candy', price: 9_000, proof_url: PROOF, status: 'rejected' });
  const id = await sell(0, { name: 'Rare Candy', price: 9_000, proof_url: PROOF });
  await server.services().saleAdmin.remove('item', { id });

  const found = await overview();
  expect(found.sales).toEqual({ item: { today: 2, recent: 4 }, pokemon: { today: 1, recent: 2 } });
  const { items, pokemon } = callerFor(server);
  for (const [kind, list] of [
    ['item', items.list],
    ['pokemon', pokemon.list],
  ] as const) {
    const counted = async (from: string) => (await list({ date_from: from })).pagination.total;
    expect(await counted(found.today)).toBe(found.sales[kind].today);
    expect(await counted(found.since)).toBe(found.sales[kind].recent);
  }
  expect(found.most_traded).toEqual([
    { kind: 'item', name: 'Leftovers', image_url: null, pokemon_type: null, sales: 3 },
    { kind: 'pokemon', name: 'Garchomp', image_url: null, pokemon_type: 'Dragon', sales: 2 },
    // Not in the catalogue.
    { kind: 'item', name: 'Moon Pearl', image_url: null, pokemon_type: null, sales: 1 },
  ]);
  expect(found.notable.map(({ price, proof_url }) => [price, proof_url])).toEqual([
    [900, PROOF],
    [700, PROOF],
  ]);
});

it('lists the newer of two equal prices first, whatever their kinds', async () => {
  const item = await sell(1, { name: 'Leftovers', price: 10, proof_url: PROOF });
  const pokemon = await sell(1, { kind: 'pokemon', name: 'Garchomp', price: 10, proof_url: PROOF });
  const newer = await sell(1, { name: 'Leftovers', price: 10, proof_url: PROOF });
  expect((await overview()).notable.map(({ sale_id }) => sale_id)).toEqual([newer, pokemon, item]);
});

it('lists a few of many, and is current with every approval', async () => {
  for (let price = 10_000; price < 10_000 + shown + 2; price += 1)
    await sell(2, { name: `Relic ${price}`, price, proof_url: PROOF });
  const rest = async () => (await call(server, 'GET', '/market/overview')).body;
  const before = await rest();
  expect(before.most_traded).toHaveLength(shown);
  expect(before.notable).toHaveLength(shown);
  const id = await sell(0, { kind: 'pokemon', name: 'Garchomp', price: 20_000, proof_url: PROOF });
  const after = await rest();
  expect(after.sales.pokemon.today).toBe(before.sales.pokemon.today + 1);
  expect(after.notable[0]).toMatchObject({ sale_id: id, pokemon_name: 'Garchomp', approved_by: null });
});
