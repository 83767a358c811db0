import { describe, expect, it } from 'vitest';
import type { ChartPoint } from '../../src/contract/market/market.ts';
import { dayDate } from '../../src/contract/shared/dates.ts';
import { dotsAt, dotsOf, mergeDays, pricesOf, salesOf, sameDot } from './dots.ts';
import type { Span } from './span.ts';

const dots = (data: ChartPoint[]) => dotsOf({ data, total_records: data.length, names: 1 });
const sale = (sale_id: number, day: number, price: number): ChartPoint => ({
  ...{ date: dayDate(day), price, low: price, high: price, volume: 1, sale_id },
});
/** A day of three sales. */
const daily = (day: number, price: number): ChartPoint => ({
  ...{ date: dayDate(day), price, low: price - 5, high: price + 5, volume: 3 },
});

describe('merging days', () => {
  const year: Span = [1001, 1365];
  const days = dots(Array.from({ length: 365 }, (_, i) => daily(1001 + i, 100 + (i % 7) * 10)));
  it('keeps a mark per day where there is room, and single sales always', () => {
    expect(mergeDays(days, year, 1000)).toEqual({ dots: days, period: 1 });
    const sales = dots(Array.from({ length: 900 }, (_, i) => sale(i, 1001 + (i % 365), 100)));
    expect(mergeDays(sales, year, 250)).toEqual({ dots: sales, period: 1 });
  });
  it.each([
    [250, 7],
    [100, 30],
  ])('leaves room for each mark on %i pixels, and loses no sale', (width, period) => {
    const merged = mergeDays(days, year, width);
    expect(merged.period).toBe(period);
    expect(merged.dots.length * 2.5).toBeLessThanOrEqual(width);
    expect(salesOf(merged.dots)).toBe(3 * 365);
    expect(pricesOf(merged.dots)).toEqual([95, 165]);
  });
  it('shows the price of the median day, which was paid', () => {
    const { dots: merged } = mergeDays(days, year, 250);
    expect(merged.at(-1)).toMatchObject({
      price: 130,
      low: 95,
      high: 165,
      volume: 21,
      days: [1359, 1365],
      day: 1362,
    });
  });
  it('keeps a single day at its place', () => {
    const few = dots([daily(1001, 100), daily(1360, 100), daily(1365, 100)]);
    expect(mergeDays(few, year, 5).dots.at(0)).toBe(few[0]);
  });
});

it('finds all sales of a day at the same price', () => {
  const all = dots([sale(1, 5, 100), sale(2, 5, 100), sale(3, 5, 101), sale(4, 6, 100)]);
  expect(all.map((dot) => dotsAt(all, dot).map(({ sale_id }) => sale_id))).toEqual([
    [1, 2],
    [1, 2],
    [3],
    [4],
  ]);
});

describe('after other dots were loaded', () => {
  const sales = dots([sale(1, 5, 100), sale(2, 6, 100), sale(3, 6, 300)]);
  const days = dots([daily(5, 100), daily(6, 200)]);
  const [day] = mergeDays(days, [1, 30], 1).dots;
  it.each([
    ['a sale', sales, sales[2], 3],
    ['a day', sales, days[1], 2],
    ['several days', sales, day, 1],
    ['a sale that is shown with its day', days, sales[2], undefined],
  ])('%s is found', (_of, among, dot, saleId) => {
    const found = dot && sameDot(among, dot);
    expect(found?.sale_id).toBe(saleId);
    expect(found && dot && found.days[0] <= dot.days[1] && found.days[1] >= dot.days[0]).toBe(true);
  });
  it('nothing is found for days without sales', () => {
    expect(dots([sale(9, 20, 100)]).map((dot) => sameDot(sales, dot))).toEqual([null]);
  });
});
