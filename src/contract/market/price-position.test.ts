import { expect, it } from 'vitest';
import type { PricePosition } from './market.ts';
import { positionSummary } from './price-position.ts';

const position = (more: Partial<PricePosition>): PricePosition => ({
  price: 1_500_000,
  comparable: 11,
  low: 400_000,
  high: 2_100_000,
  below: 8,
  equal: 0,
  ...more,
});

it.each<[Partial<PricePosition>, string]>([
  [{}, '11 comparable sales, 400,000 to 2,100,000 PD; this one is above 8 of them'],
  [{ price: null, below: 0 }, '11 comparable sales, 400,000 to 2,100,000 PD'],
  [
    { equal: 2 },
    '11 comparable sales, 400,000 to 2,100,000 PD; this one is above 8 of them and as dear as 2',
  ],
  [{ below: 11 }, '11 comparable sales, 400,000 to 2,100,000 PD; this one is above all of them'],
  [{ below: 0 }, '11 comparable sales, 400,000 to 2,100,000 PD; this one is below all of them'],
  [
    { below: 0, equal: 1 },
    '11 comparable sales, 400,000 to 2,100,000 PD; this one is as dear as the cheapest of them',
  ],
  [{ low: 5, high: 5, below: 11 }, '11 comparable sales, all at 5 PD; this one is above all of them'],
  [
    { low: 5, high: 5, below: 0, equal: 11 },
    '11 comparable sales, all at 5 PD; this one is at the price of all of them',
  ],
  [
    { comparable: 1204, below: 1100 },
    '1,204 comparable sales, 400,000 to 2,100,000 PD; this one is above 1,100 of them',
  ],
  [{ comparable: 5, below: 3 }, '5 comparable sales, 400,000 to 2,100,000 PD; this one is above 3 of them'],
  [{ comparable: 4 }, '4 comparable sales: too few to say.'],
  [{ comparable: 1 }, '1 comparable sale: too few to say.'],
  [{ comparable: 0, low: null, high: null, below: 0 }, 'No comparable sales: too few to say.'],
])('%j is "%s"', (more, words) => {
  expect(positionSummary(position(more))).toBe(words);
});
