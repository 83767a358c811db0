import { expect, it } from 'vitest';
import { positionSummary } from './answer-summary.ts';
import type { PricePosition } from './market.ts';

const position = (more: Partial<PricePosition>): PricePosition => ({
  price: 1_500_000,
  compared: 11,
  below: 8,
  equal: 0,
  ...more,
});

it.each<[Partial<PricePosition>, string | null]>([
  [{}, '1,500,000 PD is above 8 of these 11 sales.'],
  [{ price: null, below: 0 }, null],
  [{ equal: 2 }, '1,500,000 PD is above 8 of these 11 sales, and equal to 2.'],
  [{ below: 11 }, '1,500,000 PD is above all of these 11 sales.'],
  [{ below: 0 }, '1,500,000 PD is below all of these 11 sales.'],
  [{ below: 0, equal: 1 }, '1,500,000 PD is equal to the cheapest of these 11 sales.'],
  [{ below: 0, equal: 3 }, '1,500,000 PD is equal to the 3 cheapest of these 11 sales.'],
  [{ below: 0, equal: 11 }, '1,500,000 PD is the price of all these 11 sales.'],
  [{ compared: 1204, below: 1100 }, '1,500,000 PD is above 1,100 of these 1,204 sales.'],
  [{ compared: 5, below: 3 }, '1,500,000 PD is above 3 of these 5 sales.'],
  [{ compared: 4 }, 'Too few sales to compare 1,500,000 PD with.'],
  [{ compared: 0, below: 0 }, null],
])('describes %j as "%s"', (more, sentence) => {
  expect(positionSummary(position(more))).toBe(sentence);
});

it('names the compared sales where no sentence about them precedes it', () => {
  expect(positionSummary(position({}), 'the 11 other sales')).toBe(
    '1,500,000 PD is above 8 of the 11 other sales.',
  );
});
