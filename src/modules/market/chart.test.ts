import { describe, expect, it } from 'vitest';
import type { Chart } from '../../contract/market/market.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { makeSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

const by = testAccount(server);

const daysAgo = (days: number) => server.daysAgo(days);
const chart = (input: Parameters<ReturnType<typeof callerFor>['market']['chart']>[0]): Promise<Chart> =>
  callerFor(server).market.chart(input);

describe('of few sales', () => {
  it('shows each sale with its colour traits, for several names', async () => {
    const sale = (name: string, price: number, days: number, traits = {}) =>
      makeSale(server, {
        by,
        kind: 'pokemon',
        name,
        price,
        date_sold: daysAgo(days),
        status: 'approved',
        traits,
      });
    const second = await sale('Gible', 20, 2, { ability: 'Sand Veil', nature: 'Jolly', is_shiny: true });
    const first = await sale('Garchomp', 10, 5);
    await sale('Pikachu', 30, 5, { ability: 'Static' });
    await makeSale(server, { by, kind: 'pokemon', name: 'Gible', traits: { ability: 'Sand Veil' } });
    expect(await chart({ kind: 'pokemon', name: 'g' })).toEqual({
      data: [
        {
          date: daysAgo(5),
          price: 10,
          volume: 1,
          low: 10,
          high: 10,
          sale_id: first,
          name: 'Garchomp',
          nature: 'Adamant',
          perfect_ivs: 5,
          is_shiny: false,
        },
        {
          date: daysAgo(2),
          price: 20,
          volume: 1,
          low: 20,
          high: 20,
          sale_id: second,
          name: 'Gible',
          nature: 'Jolly',
          perfect_ivs: 5,
          is_shiny: true,
        },
      ],
      total_records: 2,
      names: 2,
    });
    expect(await chart({ kind: 'pokemon', query: 'nature = Jolly or ability = Static' })).toMatchObject({
      total_records: 2,
      names: 2,
    });
    expect(await chart({ kind: 'pokemon', name: 'g', days: 3 })).toMatchObject({
      total_records: 1,
      names: 1,
    });
  });

  it('begins at the later one of its window and the filter', async () => {
    const name = 'Everstone';
    for (const days of [10, 5, 1])
      await makeSale(server, { by, name, price: days, date_sold: daysAgo(days), status: 'approved' });
    const shown = async (input: { days: number; date_from?: string; date_to?: string }) =>
      (await chart({ kind: 'item', name, exact: true, ...input })).data.map(({ price }) => price);
    expect(await shown({ days: 5 })).toEqual([5, 1]);
    expect(await shown({ days: 5, date_from: daysAgo(30) })).toEqual([5, 1]);
    expect(await shown({ days: 30, date_from: daysAgo(4) })).toEqual([1]);
    expect(await shown({ days: 30, date_to: daysAgo(4) })).toEqual([10, 5]);
  });

  it('has no colour traits for items', async () => {
    const sale_id = await makeSale(server, { by, name: 'Odd Keystone', price: 7, status: 'approved' });
    const { data } = await chart({ kind: 'item', name: 'odd key' });
    expect(data).toEqual([
      { date: daysAgo(3), price: 7, volume: 1, low: 7, high: 7, sale_id, name: 'Odd Keystone' },
    ]);
  });

  it('of none is empty', async () => {
    expect(await chart({ kind: 'item', name: 'nothing is called so' })).toEqual({
      data: [],
      total_records: 0,
      names: 0,
    });
  });
});

describe('of many sales', () => {
  const MANY = LIMITS.priceHistory.points + 1;
  const fill = (name: string, count: number) =>
    server
      .sql(`insert into item (name, source) values (?, 'market') on conflict do nothing`, [name])
      .then(() =>
        server.sql(
          `insert into sale (kind, name, item_id, price, date_sold, status, decided_at)
         select 'item', item.name, item_id, 1 + n % 3, ?::date - n % 4, 'approved', now()
         from generate_series(0, ? - 1) as n, item where item.name = ?`,
          [daysAgo(0), count, name],
        ),
      );
  const asPlain = async (name: string): Promise<Chart['data']> => {
    const rows = await server.sql<Record<string, string>>(
      `select date_sold::text as date, percentile_disc(0.5) within group (order by price) as price,
         count(*) as volume, min(price) as low, max(price) as high
       from sale where name = ? and status = 'approved' and deleted_at is null group by date_sold order by 1`,
      [name],
    );
    return rows.map(({ date, price, volume, low, high }) => ({
      date: String(date),
      price: Number(price),
      volume: Number(volume),
      low: Number(low),
      high: Number(high),
    }));
  };

  it('shows a day as a point, of one name or of several, and counts the names', async () => {
    await fill('Crowd Orb', MANY);
    await fill('Crowd Hat', 2);
    expect(await chart({ kind: 'item', name: 'crowd' })).toMatchObject({
      data: [{ date: daysAgo(3) }, { date: daysAgo(2) }, { date: daysAgo(1) }, { date: daysAgo(0) }],
      total_records: MANY + 2,
      names: 2,
    });
    const one = await chart({ kind: 'item', name: 'crowd orb', exact: true });
    expect(one).toEqual({ data: await asPlain('Crowd Orb'), total_records: MANY, names: 1 });
    expect(await chart({ kind: 'item', name: 'CROWD ORB', exact: true, min_price: 1 })).toEqual(one);
  });

  it('is current with the last change of any kind', async () => {
    await fill('Busy Orb', MANY);
    const shown = async () => (await chart({ kind: 'item', name: 'Busy Orb', exact: true })).data;
    expect(await shown()).toEqual(await asPlain('Busy Orb'));
    const { saleAdmin } = server.services();
    const changes = [
      () => makeSale(server, { by, name: 'Busy Orb', price: 900, date_sold: daysAgo(1), status: 'approved' }),
      () => makeSale(server, { by, name: 'Busy Orb', price: 1, date_sold: daysAgo(60), status: 'approved' }),
      () => makeSale(server, { by, name: 'Busy Orb', price: 5, date_sold: daysAgo(2), status: 'pending' }),
      () => makeSale(server, { by, name: 'Other Orb', price: 5, date_sold: daysAgo(2), status: 'approved' }),
      () => fill('Busy Orb', 3),
      () =>
        server.sql(
          `update sale set price = 7, version = version + 1 where name = 'Busy Orb' and price = 900`,
        ),
      () =>
        server.sql(
          `delete from sale where sale_id = (select max(sale_id) from sale where name = 'Busy Orb')`,
        ),
      () => fill('Busy Orb', MANY),
      () => server.sql(`update sale set name = 'Other Orb' where sale_id % 5 = 0 and name = 'Busy Orb'`),
    ];
    for (const change of changes) {
      await change();
      expect(await shown()).toEqual(await asPlain('Busy Orb'));
    }
    const [{ sale_id } = { sale_id: 0 }] = await server.sql<{ sale_id: number }>(
      `select sale_id from sale where name = 'Busy Orb' and status = 'approved' limit 1`,
    );
    await saleAdmin.remove('item', { id: sale_id });
    expect(await shown()).toEqual(await asPlain('Busy Orb'));
  });
});

it('refuses unknown filters', async () => {
  await expect(chart({ kind: 'item', query: 'nature = Jolly' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  await expect(chart({ kind: 'item', days: 0 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
