import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../shared/dates.ts';
import { LIMITS } from '../shared/limits.ts';
import { type Domain, dayTicks, place, priceScale, shortPrice } from './chart-scale.ts';

/** The distances between neighbours. */
const gaps = (places: readonly number[]) => places.slice(1).map((at, i) => at - (places[i] ?? at));

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
    const { domain, ticks } = priceScale(low, high);
    expect(domain[0]).toBeLessThan(low);
    expect(domain[1]).toBeGreaterThan(high);
    expect(domain[0]).toBeGreaterThanOrEqual(0);
    expect(ticks.length).toBeLessThanOrEqual(7);
    expect(ticks.length).toBeGreaterThanOrEqual(1);
    expect(ticks.every((tick) => tick >= domain[0] && tick <= domain[1])).toBe(true);
  });

  it('has ticks at powers of a thousand for the widest domain', () => {
    expect(priceScale(1, 999_999_999_999).ticks.map(shortPrice)).toEqual(['1', '1k', '1m', '1b', '1t']);
  });

  it('has ticks whose labels differ and do not touch, for any prices', () => {
    const price = fc
      .double({ min: 0, max: Math.log10(LIMITS.price.max), noNaN: true })
      .map((log) => Math.round(10 ** log));
    fc.assert(
      fc.property(price, price, fc.constantFrom('auto', 'linear', 'log'), (a, b, scale) => {
        const { domain, ticks, log } = priceScale(Math.min(a, b), Math.max(a, b), scale);
        const height = 134;
        for (const gap of gaps(ticks.map((tick) => place(tick, domain, [0, height], log))))
          expect(gap).toBeGreaterThan(13);
        expect(new Set(ticks.map(shortPrice)).size).toBe(ticks.length);
        if (!log || a > 10) expect(ticks.length).toBeGreaterThan(1);
      }),
      { numRuns: 300 },
    );
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
  const labels = (domain: Domain, day: number, month = day) =>
    dayTicks(domain, { day, month }).map(({ label }) => label);
  it('ends at the last day of a short range', () => {
    expect(labels([today - 30, today], 6)).toEqual(['24 Oct', '31 Oct', '7 Nov', '14 Nov', '21 Nov']);
  });
  it('uses months for a long range', () => {
    expect(labels([today - 365, today], 61)).toEqual(['Jan 2026', 'Apr 2026', 'Jul 2026', 'Oct 2026']);
  });
  it.each([28, 29])(
    'has the two ends of %i days, in which no other two days are far enough apart',
    (days) => {
      expect(labels([today - days, today], 15)).toHaveLength(2);
    },
  );
  it('has one day once', () => {
    expect(labels([today, today], 1)).toEqual(['21 Nov']);
  });
  it('has two ticks or more, whose labels do not touch, for any days and width', () => {
    const [day, month] = [56, 72];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 46_000 }), fc.integer({ min: 144, max: 2000 }), (days, width) => {
        const perDay = width / (days + 1);
        const ticks = dayTicks([today - days, today], { day: day / perDay, month: month / perDay });
        expect(ticks.length).toBeGreaterThan(1);
        const least = days > 120 ? month : day;
        for (const gap of gaps(ticks.map(({ at }) => at * perDay))) expect(gap).toBeGreaterThan(least - 0.01);
        expect(ticks.every(({ at }) => at >= today - days && at <= today)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

it.each([
  [1_500_000, '1.5m'],
  [400_000, '400k'],
  [950, '950'],
  [1_175_000, '1.175m'],
])('abbreviates %i as %s', (price, text) => {
  expect(shortPrice(price)).toBe(text);
});
