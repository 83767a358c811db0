import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../src/contract/shared/dates.ts';
import type { Span } from './span.ts';
import { bucketSize, volumeScale, volumes } from './volume-plot.tsx';

const day = dayNumber;
const year: Span = [day('2026-01-01'), day('2026-12-31')];

it('uses the smallest unit whose bars are wide enough', () => {
  expect(bucketSize([1, 90], 1000)).toBe('day');
  expect(bucketSize([1, 90], 260)).toBe('week');
  expect(bucketSize([1, 365], 1000)).toBe('week');
  expect(bucketSize([1, 3650], 1000)).toBe('month');
});

describe('volumes', () => {
  it('are counted per day', () => {
    const sales = [
      { day: year[0], volume: 1 },
      { day: year[0], volume: 2 },
      { day: year[0] + 3, volume: 1 },
    ];
    expect(volumes(sales, year, 'day').map(({ volume }) => volume)).toEqual([3, 1]);
  });
  it('are counted per week, from Monday to Sunday', () => {
    const sales = ['2026-03-01', '2026-03-02', '2026-03-08', '2026-03-09'].map((date) => ({
      day: day(date),
      volume: 1,
    }));
    expect(volumes(sales, year, 'week')).toEqual([
      { days: [day('2026-02-23'), day('2026-03-01')], volume: 1 },
      { days: [day('2026-03-02'), day('2026-03-08')], volume: 2 },
      { days: [day('2026-03-09'), day('2026-03-15')], volume: 1 },
    ]);
  });
  it('are counted per month, limited to the visible days', () => {
    const sales = [{ day: day('2026-02-28'), volume: 7 }];
    const visible: Span = [day('2026-02-10'), day('2026-04-01')];
    expect(volumes(sales, visible, 'month')).toEqual([
      { days: [day('2026-02-10'), day('2026-02-28')], volume: 7 },
    ]);
  });
});

it.each([
  [0, 1],
  [1, 1],
  [3, 3],
  [10, 10],
  [11, 15],
  [7_300, 8_000],
])('an axis for %i ends at %i', (most, end) => {
  expect(volumeScale(most)).toEqual([0, end]);
});
