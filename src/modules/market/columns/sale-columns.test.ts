import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesQuery } from '../../../contract/query/evaluate.ts';
import { printQuery } from '../../../contract/query/printer.ts';
import { ivColumn, STATS } from '../../../contract/sale/ivs.ts';
import type { AnySale } from '../../../contract/sale/sale.ts';
import { dayDate, dayNumber } from '../../../contract/shared/dates.ts';
import { nameKey } from '../../../contract/shared/text.ts';
import { aQuery, aSale, TODAY } from '../../../testing/search/query-arbitraries.ts';
import { COLUMNS, type ColumnRow, type Value } from './column-fields.ts';
import { SaleColumns } from './sale-columns.ts';

const SALE = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  price: fc.integer({ min: 0, max: 9 }),
  name: fc.constantFrom('potion', 'orb', 'coin'),
  isRemoved: fc.boolean(),
});

it('sales that are added, replaced and removed in any order are counted by their latest values', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(SALE, { maxLength: 60, size: 'max' }), async (steps) => {
      const columns = new SaleColumns('item');
      const expected = new Map<number, { price: number; name: string }>();
      for (const { id, price, name, isRemoved } of steps) {
        if (isRemoved) {
          columns.delete(id);
          expected.delete(id);
        } else {
          columns.put([id, price, 0, name, true]);
          expected.set(id, { price, name });
        }
      }
      const sales = [...expected.values()];
      const dear = sales.filter(({ price }) => price >= 5);
      expect(await columns.count({ kind: 'item' })).toBe(sales.length);
      expect(await columns.count({ kind: 'item', min_price: 5 })).toBe(dear.length);
      expect(await columns.count({ kind: 'item', min_price: 5, name: 'o', exact: false })).toBe(
        dear.filter(({ name }) => name.includes('o')).length,
      );
      expect(await columns.count({ kind: 'item', name: 'Orb', exact: true })).toBe(
        sales.filter(({ name }) => name === 'orb').length,
      );
    }),
  );
});

it('a page has the sales of these places of the order, ties by id', async () => {
  const sale = fc.record({ price: fc.integer({ min: 0, max: 9 }), day: fc.integer({ min: 0, max: 9 }) });
  const page = fc.record({
    sort: fc.constantFrom('price', 'date_sold'),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    limit: fc.integer({ min: 1, max: 5 }),
    offset: fc.integer({ min: 0, max: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(sale, { maxLength: 200, size: 'max' }),
      page,
      async (sales, { sort, order, ...bounds }) => {
        const columns = new SaleColumns('item');
        const put = sales.map(({ price, day }, index) => ({ id: ((index * 7) % 211) + 1, price, day }));
        for (const { id, price, day } of put) columns.put([id, price, day, 'orb', true]);
        const keyOf = ({ price, day }: (typeof put)[number]) => (sort === 'price' ? price : day);
        const sorted = put
          .filter(({ price }) => price >= 3)
          .sort((one, other) => keyOf(one) - keyOf(other) || one.id - other.id);
        if (order === 'desc') sorted.reverse();
        expect(await columns.page({ kind: 'item', min_price: 3 }, { sort, order }, bounds)).toEqual({
          total: sorted.length,
          ids: sorted.slice(bounds.offset, bounds.offset + bounds.limit).map(({ id }) => id),
        });
      },
    ),
  );
});

it('a long count lets other work run', async () => {
  const columns = new SaleColumns('item', 0);
  const sales = 50_000;
  for (let id = 1; id <= sales; id += 1) columns.put([id, id, 0, 'orb', true]);
  let turns = 0;
  const turn = () => {
    turns += 1;
    waiting = setImmediate(turn);
  };
  let waiting = setImmediate(turn);
  expect(await columns.count({ kind: 'item', min_price: 2 })).toBe(sales - 1);
  clearImmediate(waiting);
  expect(turns).toBeGreaterThan(1);
});

it('a field with more values than fit is refused', () => {
  const columns = new SaleColumns('item');
  const put = (id: number) => columns.put([id, 1, 0, `name${id}`, true]);
  for (let id = 1; id <= 65_536; id += 1) put(id);
  expect(() => put(65_537)).toThrow(RangeError);
});

describe('sales of several blocks', () => {
  const SALES = 40_000;
  const SAMPLES = 150;
  type PokemonSale = Extract<AnySale, { kind: 'pokemon' }>;

  /** The values of a sale that are not simply a property of it. */
  const valuesOf = (sale: PokemonSale): Record<string, Value> => ({
    pokemon: nameKey(sale.pokemon_name),
    proof: sale.proof_url !== null,
    form: `${sale.is_shiny ? '+' : '-'}${sale.form}`,
    shiny: sale.is_shiny,
    perfect_ivs: STATS.filter((stat) => sale[ivColumn(stat)] === 31).length,
  });

  function rowOf(id: number, sale: PokemonSale): ColumnRow {
    const values = { ...sale, ...valuesOf(sale) } as Record<string, unknown>;
    return [
      id,
      sale.price,
      dayNumber(sale.date_sold),
      ...COLUMNS.pokemon.map(({ name }) => values[name] as Value),
    ];
  }

  it('are counted as matchesQuery selects them, also after sales were replaced and removed', async () => {
    const samples = fc.sample(aSale('pokemon'), { numRuns: SAMPLES, seed: 20_261_124 });
    const sampleAt = (index: number) => samples[index % SAMPLES] as PokemonSale;
    const columns = new SaleColumns('pokemon');
    const current = new Map<number, PokemonSale>();
    const put = (id: number, sale: PokemonSale) => {
      columns.put(rowOf(id, sale));
      current.set(id, sale);
    };
    for (let id = 1; id <= SALES; id += 1) put(id, sampleAt(id));
    for (let id = 1; id <= SALES; id += 7) put(id, sampleAt(id * 3));
    for (let id = 3; id <= SALES; id += 5) {
      columns.delete(id);
      current.delete(id);
    }
    const copies = Map.groupBy(current.values(), (sale) => sale);
    await fc.assert(
      fc.asyncProperty(aQuery('pokemon'), async (ast) => {
        const text = printQuery(ast);
        fc.pre(!text.includes('submitted_by'));
        const matching = [...copies].filter(([sale]) => matchesQuery(ast, sale, TODAY));
        const expected = matching.reduce((sum, [, same]) => sum + same.length, 0);
        expect(await columns.count({ kind: 'pokemon', query: { text, ast, today: TODAY } })).toBe(expected);
      }),
    );
  });

  it('are counted by days, whether or not these are in the order of the blocks', async () => {
    const columns = new SaleColumns('item');
    const first = dayNumber('2026-01-01');
    const days = Array.from({ length: SALES }, (_, index) => first + Math.floor(index / 500));
    const put = (index: number) => columns.put([index + 1, 1, days[index] ?? 0, 'orb', true]);
    for (const index of days.keys()) put(index);
    // Old sales that are added late, and days that are corrected.
    for (let index = 0; index < SALES; index += 9_973) {
      days[index] = first - index;
      put(index);
    }
    const day = fc.integer({ min: first - 3, max: first + 83 });
    await fc.assert(
      fc.asyncProperty(day, day, async (from, to) => {
        const expected = days.filter((one) => one >= from && one <= to).length;
        const filter = { kind: 'item', date_from: dayDate(from), date_to: dayDate(to) } as const;
        expect(await columns.count(filter)).toBe(expected);
      }),
    );
  });

  it.each(['price', 'date_sold'])('have pages by %s, also after sales were removed', async (sort) => {
    const columns = new SaleColumns('item');
    const sales = Array.from({ length: SALES }, (_, index) => ({
      id: index + 1,
      price: (index * 7_919) % 101,
      day: Math.floor(index / 10),
    }));
    for (const { id, price, day } of sales) columns.put([id, price, day, 'orb', true]);
    const isRemoved = (id: number) => id < 12_000 && id % 4 === 0;
    for (const { id } of sales) if (isRemoved(id)) columns.delete(id);
    const keyOf = ({ price, day }: (typeof sales)[number]) => (sort === 'price' ? price : day);
    const sorted = sales
      .filter(({ id, price }) => !isRemoved(id) && price >= 10)
      .sort((one, other) => keyOf(one) - keyOf(other) || one.id - other.id);
    for (const order of ['asc', 'desc'] as const) {
      const ids = sorted.map(({ id }) => id);
      if (order === 'desc') ids.reverse();
      for (const offset of [0, 9_900]) {
        const bounds = { limit: 100, offset };
        expect(await columns.page({ kind: 'item', min_price: 10 }, { sort, order }, bounds)).toEqual({
          total: sorted.length,
          ids: ids.slice(offset, offset + 100),
        });
      }
    }
  });
});
