import { describe, expect, it } from 'vitest';
import { bucketed } from './buckets.ts';

describe('periods', () => {
  const dots = [100, 101, 106, 107, 113].map((day) => ({ day }));
  it('are counted back from the last visible day, without empty ones', () => {
    const weeks = bucketed(dots, [93, 113], 7);
    expect(weeks.map(({ days, dots }) => [...days, dots.length])).toEqual([
      [100, 106, 3],
      [107, 113, 2],
    ]);
  });
  it('leave a part of one to the oldest', () => {
    const months = bucketed([{ day: 70 }, ...dots], [70, 113], 30);
    expect(months.map(({ days, dots }) => [...days, dots.length])).toEqual([
      [70, 83, 1],
      [84, 113, 5],
    ]);
  });
  it('can be days', () => {
    expect(bucketed([{ day: 5 }, { day: 5 }], [1, 9], 1)).toEqual([
      { days: [5, 5], dots: [{ day: 5 }, { day: 5 }] },
    ]);
  });
});
