import { describe, expect, it } from 'vitest';
import { answerSummary } from './answer-summary.ts';
import type { SaleFigures } from './market.ts';

const NONE: SaleFigures = {
  sales: 0,
  newest_only: false,
  low: null,
  high: null,
  half_from: null,
  half_to: null,
  last_price: null,
  last_sold: null,
  with_proof: 0,
};

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
    [NONE, 'No exact match.'],
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
    expect(answerSummary({ exact: figures(more), similar: NONE }).exact).toBe(sentence);
  });
});

it.each<[Partial<SaleFigures>, string]>([
  [NONE, 'No similar sales.'],
  [{ sales: 1 }, '1 similar sale: too few to say where prices lie. Last one 69,000 PD on 4 Nov 2026.'],
  [{ sales: 4 }, '4 similar sales: too few to say where prices lie. Last one 69,000 PD on 4 Nov 2026.'],
  [
    {},
    '63 similar sales: at least half of them between 50,000 and 72,000 PD, last one 69,000 PD on 4 Nov 2026, 41 with proof.',
  ],
])('similar sales: %j', (more, sentence) => {
  expect(answerSummary({ exact: NONE, similar: figures(more) }).similar).toBe(sentence);
});

it('are plain sales when nothing was asked for in which sales could differ', () => {
  expect(answerSummary({ exact: figures({ sales: 282 }), similar: null })).toEqual({
    exact:
      '282 sales: at least half of them between 50,000 and 72,000 PD, last one 69,000 PD on 4 Nov 2026, 41 with proof.',
    similar: null,
  });
  expect(answerSummary({ exact: NONE, similar: null }).exact).toBe('No sale.');
});
