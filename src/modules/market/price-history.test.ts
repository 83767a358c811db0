import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { makeSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

const by = testAccount(server);
const daysAgo = (days: number) => server.daysAgo(days);

beforeAll(async () => {
  for (const age of [0, 90, 91, 3650, 3651]) await item('Odd Incense', age + 1, age);
});

const history = async (path: string) => {
  const { status, body } = await call(server, 'GET', path);
  expect(status).toBe(200);
  return body as {
    data: { date: string; price: number; volume: number; low: number; high: number; sale_id?: number }[];
    total_records: number;
  };
};
const item = (name: string, price: number, days: number, more = {}) =>
  makeSale(server, { by, name, price, date_sold: daysAgo(days), status: 'approved', ...more });

describe('up to a thousand sales', () => {
  const point = (sale_id: number, price: number, days: number) => ({
    date: daysAgo(days),
    price,
    volume: 1,
    low: price,
    high: price,
    sale_id,
  });

  it('shows every approved sale, oldest first, with its id', async () => {
    const second = await item('Wave Incense', 20, 5);
    const third = await item('Wave Incense', 10, 5);
    const first = await item('Wave Incense', 30, 9);
    await item('Wave Incense', 99, 5, { status: 'pending' });
    await item('Wave Incense', 99, 5, { status: 'rejected' });
    expect(await history('/items/price-history/WAVE%20incense')).toMatchObject({
      data: [point(first, 30, 9), point(second, 20, 5), point(third, 10, 5)],
      total_records: 3,
    });
    expect(await history('/items/price-history/Wave')).toMatchObject({ data: [], total_records: 0 });
  });

  it.each([
    ['', [90, 0]],
    ['?days=90', [90, 0]],
    ['?days=91', [91, 90, 0]],
    ['?days=3650', [3650, 91, 90, 0]],
    [`?days=${LIMITS.priceHistory.maxDays}`, [3651, 3650, 91, 90, 0]],
    ['?days=1', [0]],
    ['?days=3650&min_price=93', [3650]],
    ['?days=3650&max_price=92', [91, 90, 0]],
    ['?days=3650&date_to=2000-01-01', []],
  ])('reaches back as far as asked: %s', async (query, days) => {
    const { data } = await history(`/items/price-history/Odd%20Incense${query}`);
    expect(data.map(({ date }) => date)).toEqual(days.map(daysAgo));
  });

  it.each(['TM01/TM02 50% off?', 'Müller & Söhne #1', 'a+b=c', '../../items'])(
    'takes the name "%s" from an address',
    async (name) => {
      const sale_id = await item(name, 7, 1);
      const path = `/items/price-history/${encodeURIComponent(name)}`;
      expect(await history(path)).toMatchObject({ item_name: name, data: [{ sale_id }] });
    },
  );

  it('of a pokemon accepts the filters of its list', async () => {
    const traits = { nature: 'Jolly', iv_sp_attack: 31 };
    const plain = await makeSale(server, { by, kind: 'pokemon', status: 'approved' });
    const perfect = await makeSale(server, { by, kind: 'pokemon', status: 'approved', traits });
    const path = '/pokemon/price-history/garchomp';
    const ids = async (query: string) => (await history(path + query)).data.map(({ sale_id }) => sale_id);
    expect(await ids('')).toEqual([plain, perfect]);
    expect(await ids('?nature=jolly')).toEqual([perfect]);
    expect(await ids('?min_perfect_ivs=6')).toEqual([perfect]);
    expect(await ids('?max_spatk_iv=30')).toEqual([plain]);
  });
});

describe('above a thousand sales', () => {
  /** Sales of one name: the prices of the first day, and one sale on each of the days before it. */
  const fill = (name: string, prices: readonly number[], days: number) =>
    server.sql(
      `insert into sale (kind, name, price, date_sold, status, decided_at)
       select 'item', ?, price, ?::date, 'approved', now() from unnest(?::bigint[]) as price
       union all
       select 'item', ?, 5, ?::date - 1 - n % 10, 'approved', now() from generate_series(0, ? - 1) as n`,
      [name, daysAgo(0), `{${prices.join(',')}}`, name, daysAgo(0), days],
    );

  it.each([
    ['an odd number of', [1, 100, 1000], 100],
    ['an even number of', [1, 2, 1000, 2000], 2],
    ['a single', [42], 42],
  ])(
    'shows a day as one point whose price is the median of %s sales, an actual price',
    async (_n, prices, median) => {
      const name = `Crowded ${prices.length}`;
      await fill(name, prices, LIMITS.priceHistory.points);
      const { data, total_records } = await history(`/items/price-history/${name}`);
      expect(total_records).toBe(LIMITS.priceHistory.points + prices.length);
      expect(data.map(({ date }) => date)).toEqual(Array.from({ length: 11 }, (_, i) => daysAgo(10 - i)));
      expect(data.at(-1)).toEqual({
        date: daysAgo(0),
        price: median,
        volume: prices.length,
        low: Math.min(...prices),
        high: Math.max(...prices),
      });
      expect(data[0]).toEqual({ date: daysAgo(10), price: 5, volume: 100, low: 5, high: 5 });
    },
  );

  it.each([
    '/items/price-history/master%20ball?days=3',
    '/items/price-history/full%20hall',
    '/items/price-history/full%20hall?days=6',
    '/items/price-history/full%20hall?days=6&min_price=1',
  ])('%s has the same fields for visitors and accounts', async (path) => {
    if (path.includes('hall')) await fill('Full Hall', [7, 8], 3 * LIMITS.priceHistory.points);
    const [visitor, account] = await Promise.all(
      [undefined, by.token].map((token) => call(server, 'GET', path, { token })),
    );
    expect(visitor?.status).toBe(200);
    // Visitors get a text from memory. As texts, so that the order of the fields is compared too.
    expect(JSON.stringify(visitor?.body, null, 1)).toBe(JSON.stringify(account?.body, null, 1));
  });

  it('begins on the first day of the window, and has the sales that meet the other filters', async () => {
    await fill('Full Garden', [7, 8], 3 * LIMITS.priceHistory.points);
    const shown = async (query: string) => {
      const { data, total_records } = await history(`/items/price-history/full%20garden?${query}`);
      return [total_records, ...data.map(({ date, price }) => `${date} ${price}`)];
    };
    const [one, more] = [daysAgo(0), [6, 5, 4, 3, 2, 1].map((days) => `${daysAgo(days)} 5`)];
    expect(await shown('days=6')).toEqual([1_802, ...more, `${one} 7`]);
    expect(await shown('days=6&max_price=7')).toEqual([1_801, ...more, `${one} 7`]);
    expect(await shown('days=6&min_price=7')).toEqual([2, `${one} 7`, `${one} 8`]);
  });

  it('starts above a thousand sales within the window', async () => {
    await fill('Full House', [], LIMITS.priceHistory.points);
    await item('Full House', 5, 91);
    const path = '/items/price-history/full%20house';
    expect((await history(path)).data).toHaveLength(LIMITS.priceHistory.points);
    expect((await history(`${path}?days=91`)).data).toHaveLength(11);
  });
});
