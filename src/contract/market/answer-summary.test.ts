import { describe, expect, it } from 'vitest';
import { answerSummary, positionSummary } from './answer-summary.ts';
import { NO_FIGURES, type PricePosition, type SaleFigures } from './market.ts';

const figures = (more: Partial<SaleFigures>): SaleFigures => ({
  sales: 63,
  newest_only: false,
  low: 20_000,
  high: 90_000,
  half_from: 50_000,
  half_to: 72_000,
  last_price: 69_000,
  last_sold: '2026-11-04',
  with_proof: 41,
  ...more,
});
const only = (price: number) => ({ low: price, high: price, half_from: price, half_to: price });

describe('exact matches', () => {
  it.each<[Partial<SaleFigures>, string]>([
    [NO_FIGURES, 'No exact match.'],
    [{ sales: 1, ...only(69_000), with_proof: 0 }, '1 exact match: 69,000 PD on 4 Nov 2026, no proof.'],
    [{ sales: 1, ...only(69_000), with_proof: 1 }, '1 exact match: 69,000 PD on 4 Nov 2026, with proof.'],
    [
      { sales: 3, low: 60_000, high: 72_000, with_proof: 2 },
      '3 exact matches, 60,000 to 72,000 PD, last one 69,000 PD on 4 Nov 2026, 2 with proof.',
    ],
    [
      { sales: 2, ...only(69_000), with_proof: 0 },
      '2 exact matches, all at 69,000 PD, last one 69,000 PD on 4 Nov 2026, none with proof.',
    ],
    [
      { sales: 5, with_proof: 5 },
      '5 exact matches: at least half of them between 50,000 and 72,000 PD, last one 69,000 PD on 4 Nov 2026, all with proof.',
    ],
    [
      { half_from: 69_000, half_to: 69_000 },
      '63 exact matches: at least half of them at 69,000 PD, last one 69,000 PD on 4 Nov 2026, 41 with proof.',
    ],
    [
      { sales: 9, ...only(69_000) },
      '9 exact matches: all at 69,000 PD, last one 69,000 PD on 4 Nov 2026, 41 with proof.',
    ],
    [
      { sales: 500, newest_only: true, with_proof: 204 },
      'The newest 500 exact matches: at least half of them between 50,000 and 72,000 PD, last one 69,000 PD on 4 Nov 2026, 204 with proof.',
    ],
  ])('%j', (more, sentence) => {
    expect(answerSummary({ exact: figures(more), similar: NO_FIGURES }).exact).toBe(sentence);
  });
});

it.each<[Partial<SaleFigures>, string]>([
  [NO_FIGURES, 'No similar sales.'],
  [{ sales: 1 }, '1 similar sale: too few to say where prices lie. Last one 69,000 PD on 4 Nov 2026.'],
  [{ sales: 4 }, '4 similar sales: too few to say where prices lie. Last one 69,000 PD on 4 Nov 2026.'],
  [
    {},
    '63 similar sales: at least half of them between 50,000 and 72,000 PD, last one 69,000 PD on 4 Nov 2026, 41 with proof.',
  ],
])('similar sales: %j', (more, sentence) => {
  expect(answerSummary({ exact: NO_FIGURES, similar: figures(more) }).similar).toBe(sentence);
});

it('are plain sales when nothing was asked for in which sales could differ', () => {
  expect(answerSummary({ exact: figures({ sales: 282 }), similar: null })).toEqual({
    exact:
      '282 sales: at least half of them between 50,000 and 72,000 PD, last one 69,000 PD on 4 Nov 2026, 41 with proof.',
    similar: null,
  });
  expect(answerSummary({ exact: NO_FIGURES, similar: null }).exact).toBe('No sale.');
});

const position = (more: Partial<PricePosition>): PricePosition => ({
  price: 1_500_000,
  compared: 11,
  below: 8,
  equal: 0,
  ...more,
});

it.each<[Partial<PricePosition>, string | null]>([
  [{}, '8 of these 11 sales were lower than 1,500,000 PD, 3 higher.'],
  [{ price: null, below: 0 }, null],
  [{ below: 3 }, '8 of these 11 sales were higher than 1,500,000 PD, 3 lower.'],
  [{ equal: 2 }, '8 of these 11 sales were lower than 1,500,000 PD, 2 equal, 1 higher.'],
  [{ below: 4, equal: 3 }, '4 of these 11 sales were higher than 1,500,000 PD, 4 lower, 3 equal.'],
  [{ below: 11 }, 'All of these 11 sales were lower than 1,500,000 PD.'],
  [{ below: 0 }, 'All of these 11 sales were higher than 1,500,000 PD.'],
  [{ below: 0, equal: 3 }, '8 of these 11 sales were higher than 1,500,000 PD, 3 equal.'],
  [{ below: 1, equal: 9 }, '9 of these 11 sales were equal to 1,500,000 PD, 1 higher, 1 lower.'],
  [{ below: 0, equal: 11 }, 'All of these 11 sales were equal to 1,500,000 PD.'],
  [{ compared: 1204, below: 1100 }, '1,100 of these 1,204 sales were lower than 1,500,000 PD, 104 higher.'],
  [{ compared: 5, below: 3 }, '3 of these 5 sales were lower than 1,500,000 PD, 2 higher.'],
  [{ compared: 4 }, 'Too few sales to compare 1,500,000 PD with.'],
  [{ compared: 0, below: 0 }, null],
])('describes %j as "%s"', (more, sentence) => {
  expect(positionSummary(position(more))).toBe(sentence);
});

it('names the compared sales where no sentence about them precedes it', () => {
  expect(positionSummary(position({}), 'the 11 other sales')).toBe(
    '8 of the 11 other sales were lower than 1,500,000 PD, 3 higher.',
  );
});
