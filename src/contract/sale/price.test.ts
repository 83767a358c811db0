import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMITS } from '../shared/limits.ts';
import { formatNumber } from '../shared/plural.ts';
import { parsePriceInput, priceSpan, priceText } from './price.ts';

it.each([
  ['1500000', 1_500_000],
  [' 1,500,000 ', 1_500_000],
  ['1 500 000', 1_500_000],
  ['1_500', 1_500],
  ['1.5m', 1_500_000],
  ['1.5M', 1_500_000],
  ['750k', 750_000],
  ['1.5b', 1_500_000_000],
  ['0.0015k', null],
  ['1.2345678k', null],
  ['1.2340k', 1_234],
  ['2,5k', 2_500],
  ['1,25m', 1_250_000],
  ['1,500k', 1_500_000],
  ['0,999k', 999],
  ['0,001kk', 1_000],
  ['0,125m', 125_000],
  ['0,0015k', null],
  ['1.5 million', 1_500_000],
  ['.5m', 500_000],
  ['.75 million', 750_000],
  [',5m', 500_000],
  ['.5k', 500],
  ['3kk', 3_000_000],
  ['$300', 300],
  ['-5', 5],
  ['12abc', 12],
  ['12abc34', 1_234],
  ['150k each', 150_000],
  ['150k!', 150_000],
  ['150k.', 150_000],
  ['500k+', 500_000],
  ['~500k', 500_000],
  ['around 2m', 2_000_000],
  ['2m PD each', 2_000_000],
  ['1.2m obo', 1_200_000],
  ['1.500,00', 1_500],
  ['1,500.00', 1_500],
  ["1'500'000", 1_500_000],
  ['1.500.000', 1_500_000],
  ['sold for 1 500 000 PD', 1_500_000],
  ['0', 0],
  ['9'.repeat(13), 9_999_999_999_999],
  ['9999999m', 9_999_999_000_000],
  ['', null],
  ['abc', null],
  ['k', null],
  ['1.5', null],
  ['.5', null],
  ['.500', null],
  ['1.5 x', null],
  [',5x', null],
  ['1,5 x', null],
  ['2-3m', null],
  ['500k-1m', null],
  ['500k 1m', null],
  ['2x 500k', null],
  ['23,400\t2026-11-20', null],
  ['1e6', null],
  ['1E+06', null],
])('reads "%s" as %s', (text, price) => {
  expect(parsePriceInput(text)).toBe(price);
});

it('round-trips every price', () => {
  fc.assert(
    fc.property(fc.integer({ min: LIMITS.price.min, max: LIMITS.price.max }), (price) => {
      expect(parsePriceInput(formatNumber(price))).toBe(price);
    }),
    { seed: 1 },
  );
});

it('prints prices and spans of prices', () => {
  expect([0, 999, 1_000, 999_999_999_999].map(priceText)).toEqual([
    '0 PD',
    '999 PD',
    '1,000 PD',
    '999,999,999,999 PD',
  ]);
  expect(priceSpan(5, 5)).toBe('5 PD');
  expect(priceSpan(400_000, 2_100_000)).toBe('400,000 to 2,100,000 PD');
});
