import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Answer, SaleFigures } from '../../../src/contract/market/market.ts';
import { AnswerText } from './answer-text.tsx';

const ONE: SaleFigures = {
  sales: 1,
  newest_only: false,
  low: 69_000,
  high: 69_000,
  half_from: 69_000,
  half_to: 69_000,
  last_price: 69_000,
  last_sold: '2026-11-04',
  with_proof: 0,
};
const MANY: SaleFigures = {
  ...ONE,
  sales: 63,
  low: 20_000,
  half_from: 50_000,
  half_to: 72_000,
  with_proof: 41,
};

const sentencesOf = (answer: Answer): string[] =>
  [...renderToStaticMarkup(createElement(AnswerText, { answer })).matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(
    ([, text = '']) => text,
  );

it('prints exact matches first, then similar sales', () => {
  expect(sentencesOf({ exact: ONE, similar: MANY })).toEqual([
    '1 exact match: 69,000 PD on 4 Nov 2026, no proof.',
    '63 similar sales: at least half of them between 50,000 and 72,000 PD, last one 69,000 PD on 4 Nov 2026, 41 with proof.',
  ]);
});

it('prints one sentence when nothing was asked for in which sales could differ', () => {
  expect(sentencesOf({ exact: ONE, similar: null })).toEqual(['1 sale: 69,000 PD on 4 Nov 2026, no proof.']);
});
