import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMITS } from '../shared/limits.ts';
import { formatPrice, parsePrice } from './price.ts';

it.each([
  ['1500000', 1_500_000],
  [' 1,500,000 ', 1_500_000],
  ['1 500 000', 1_500_000],
  ['1_500', 1_500],
  ['1.5m', 1_500_000],
  ['1.5M', 1_500_000],
  ['750k', 750_000],
  ['1.5b', 1_500_000_000],
  ['0.0015k', 2],
  ['2,5k', 2_500],
  ['1,25m', 1_250_000],
  ['1,500k', 1_500_000],
  ['1.5 million', 1_500_000],
  ['.5m', 500_000],
  ['.75 million', 750_000],
  [',5m', 500_000],
  ['.5k', 500],
  ['3kk', 3_000_000],
  ['$300', 300],
  ['-5', 5],
  ['12abc', 12],
  ['0', 0],
  ['9'.repeat(30), LIMITS.price.max],
  ['9999999m', LIMITS.price.max],
  ['', null],
  ['abc', null],
  ['k', null],
  ['1.5', null],
  ['.5', null],
  ['.500', null],
  ['1.5 x', null],
  [',5x', null],
  ['1,5 x', null],
])('reads "%s" as %s', (text, price) => {
  expect(parsePrice(text)).toBe(price);
});

it('round-trips every price', () => {
  fc.assert(
    fc.property(fc.integer({ min: LIMITS.price.min, max: LIMITS.price.max }), (price) => {
      expect(parsePrice(formatPrice(price))).toBe(price);
    }),
    { seed: 1 },
  );
});

it('formats thousands separators', () => {
  expect([0, 999, 1_000, 999_999_999_999].map(formatPrice)).toEqual(['0', '999', '1,000', '999,999,999,999']);
});
