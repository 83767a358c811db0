import { beforeAll, describe, expect, it } from 'vitest';
import type { PriceCheckInput } from '../../../contract/market/market.ts';
import { makeSale, type StoredSale } from '../../../testing/accounts/factories.ts';
import { testAccount } from '../../../testing/accounts/test-account.ts';
import { callerFor } from '../../../testing/clients/callers.ts';
import { testServer } from '../../../testing/run/server.ts';

const server = testServer();
const by = testAccount(server);

const daysAgo = (days: number) => server.daysAgo(days);
const sell = (sale: StoredSale) => makeSale(server, { by, status: 'approved', ...sale });
const check = (input: PriceCheckInput) => callerFor(server).market.priceCheck(input);

const item = (price: number, name = 'Master Ball'): PriceCheckInput => ({ kind: 'item', name, price });
const garchomp = (
  price: number,
  more: Partial<Extract<PriceCheckInput, { kind: 'pokemon' }>> = {},
): PriceCheckInput => ({
  kind: 'pokemon',
  name: 'Garchomp',
  price,
  nature: 'Adamant',
  ability: 'Rough Skin',
  form: 'Normal',
  is_shiny: false,
  ivs: { hp: 31, atk: 31, def: 31, spatk: 4, spdef: 31, speed: 31 },
  ...more,
});

beforeAll(async () => {
  for (const [days, price] of [100_000, 200_000, 400_000].entries())
    await sell({ price, date_sold: daysAgo(days + 1) });
  for (const name of ['Rare Candy', 'Rare Candy']) await sell({ name, price: 10 });
  for (const price of [900_000, 1_000_000, 1_100_000]) await sell({ kind: 'pokemon', price });
  await sell({ kind: 'pokemon', price: 50_000_000, traits: { is_shiny: true } });
});

describe('the price', () => {
  it.each<[string, number, 'high' | 'low' | null]>([
    ['over three times the middle', 600_001, 'high'],
    ['three times the middle', 600_000, null],
    ['the middle', 200_000, null],
    ['a third of the middle', 66_667, null],
    ['under a third of the middle', 66_666, 'low'],
  ])('%s', async (_, price, unusual) => {
    expect(await check(item(price))).toEqual({
      unusual,
      comparable: 3,
      low: 100_000,
      high: 400_000,
      same: null,
    });
  });

  it('is not judged by only two sales', async () => {
    expect(await check(item(99_999_999, 'rare candy'))).toMatchObject({ unusual: null, comparable: 2 });
  });

  it('has no range without sales', async () => {
    expect(await check(item(5, 'Leftovers'))).toEqual({
      unusual: null,
      comparable: 0,
      low: null,
      high: null,
      same: null,
    });
  });

  it('is compared with sales of the same shininess and nearly as many perfect IVs', async () => {
    expect(await check(garchomp(5_000_000))).toMatchObject({
      unusual: 'high',
      comparable: 3,
      high: 1_100_000,
    });
    expect(await check(garchomp(5_000_000, { is_shiny: true }))).toMatchObject({
      unusual: null,
      comparable: 1,
    });
    const ivs = { hp: 1, atk: 1, def: 1, spatk: 1, spdef: 1, speed: 1 };
    expect(await check(garchomp(5_000_000, { ivs }))).toMatchObject({ unusual: null, comparable: 0 });
  });
});

describe('the same sale', () => {
  it('has the same name and price, within three days', async () => {
    const id = await sell({ name: 'Lucky Egg', price: 77, date_sold: daysAgo(10) });
    const same = async (days: number, price = 77) =>
      (await check({ kind: 'item', name: 'lucky egg', price, date_sold: daysAgo(days) })).same;
    expect([await same(10), await same(7), await same(13)]).toEqual([id, id, id]);
    expect([await same(6), await same(14), await same(10, 78)]).toEqual([null, null, null]);
    expect((await check(item(77, 'Lucky Egg'))).same).toBeNull();
  });

  it('is the one on the nearest day', async () => {
    await sell({ name: 'Oval Stone', price: 77, date_sold: daysAgo(10) });
    const nearest = await sell({ name: 'Oval Stone', price: 77, date_sold: daysAgo(8) });
    expect((await check({ ...item(77, 'Oval Stone'), date_sold: daysAgo(8) })).same).toBe(nearest);
  });

  it('has the same traits', async () => {
    const date_sold = daysAgo(20);
    const id = await sell({ kind: 'pokemon', name: 'Gible', price: 123, date_sold });
    const same = async (traits: Parameters<typeof garchomp>[1] = {}) =>
      (await check(garchomp(123, { name: 'Gible', date_sold, ...traits }))).same;
    expect(await same()).toBe(id);
    expect(await same({ ability: 'rough skin', form: 'normal' })).toBe(id);
    expect(await same({ nature: 'Jolly' })).toBeNull();
    expect(await same({ is_shiny: true })).toBeNull();
  });

  it('is never one that is pending, rejected or deleted', async () => {
    const date_sold = daysAgo(40);
    const sale = { name: 'Choice Band', price: 5, date_sold };
    await makeSale(server, { by, ...sale });
    await makeSale(server, { by, status: 'rejected', ...sale, date_sold: daysAgo(41) });
    const gone = await sell({ ...sale, date_sold: daysAgo(42) });
    await server.sql('update sale set deleted_at = now(), version = version + 1 where sale_id = ?', [gone]);
    expect(await check({ ...item(5, 'Choice Band'), date_sold })).toEqual({
      unusual: null,
      comparable: 0,
      low: null,
      high: null,
      same: null,
    });
  });
});
