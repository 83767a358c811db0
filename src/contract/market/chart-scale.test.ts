import { describe, expect, it } from 'vitest';
import { dayNumber } from '../shared/dates.ts';
import { dayTicks, place, priceScale, shortPrice } from './chart-scale.ts';

describe('priceScale', () => {
  it('is linear up to a factor of 20 and logarithmic beyond', () => {
    expect(priceScale(100_000, 2_000_000).log).toBe(false);
    expect(priceScale(100_000, 2_000_001).log).toBe(true);
  });

  it('follows an explicit choice', () => {
    expect(priceScale(1, 2_000_000, 'linear').log).toBe(false);
    expect(priceScale(100_000, 110_000, 'log').log).toBe(true);
  });

  it.each([1, 3, 700_000, 999_999_999_999])(
    'a logarithmic scale of the single price %i has a tick',
    (price) => {
      const { ticks, domain } = priceScale(price, price, 'log');
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.every((tick) => tick >= domain[0] && tick <= domain[1])).toBe(true);
    },
  );

  it.each([
    [1, 1],
    [1, 999_999_999_999],
    [400_000, 2_100_000],
    [999_999_999_999, 999_999_999_999],
    [1_900_000, 1_950_000],
    [5, 99],
  ])('contains %i to %i and has 1 to 7 ticks inside its domain', (low, high) => {
    const { domain, ticks, log } = priceScale(low, high);
    expect(domain[0]).toBeLessThan(low);
    expect(domain[1]).toBeGreaterThan(high);
    expect(domain[0]).toBeGreaterThanOrEqual(0);
    if (!log) expect(ticks.length).toBeLessThanOrEqual(7);
    expect(ticks.length).toBeGreaterThanOrEqual(1);
    expect(ticks.every((tick) => tick >= domain[0] && tick <= domain[1])).toBe(true);
  });
});

describe('place', () => {
  it('is proportional', () => {
    expect(place(5, [0, 10], [0, 200])).toBe(100);
    expect(place(5, [0, 10], [200, 0])).toBe(100);
  });
  it('spaces powers of ten equally on a logarithmic scale', () => {
    expect(place(1_000, [10, 100_000], [0, 100], true)).toBeCloseTo(50);
  });
});

describe('dayTicks', () => {
  const today = dayNumber('2026-11-21');
  it('ends at the last day of a short range', () => {
    expect(dayTicks([today - 30, today], 6).map((tick) => tick.label)).toEqual([
      '24 Oct',
      '31 Oct',
      '7 Nov',
      '14 Nov',
      '21 Nov',
    ]);
  });
  it('uses months for a long range', () => {
    expect(dayTicks([today - 365, today], 6).map((tick) => tick.label)).toEqual([
      'Jan 2026',
      'Apr 2026',
      'Jul 2026',
      'Oct 2026',
    ]);
  });
  it.each([1, 30, 90, 120, 121, 125, 130, 365, 800, 3650, 46_000])(
    'has two ticks or more, and the maximum at most, over %i days',
    (days) => {
      for (const most of [2, 3, 6]) {
        const ticks = dayTicks([today - days, today], most);
        expect(ticks.length).toBeLessThanOrEqual(most);
        expect(ticks.length).toBeGreaterThan(1);
      }
    },
  );
});

it.each([
  [1_500_000, '1.5m'],
  [400_000, '400k'],
  [950, '950'],
])('abbreviates %i as %s', (price, text) => {
  expect(shortPrice(price)).toBe(text);
});
