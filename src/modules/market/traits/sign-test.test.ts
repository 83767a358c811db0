import { describe, expect, it } from 'vitest';
import { passing, signTest } from './sign-test.ts';

/** The p-value in whole numbers: the number of outcomes at least as uneven, of all outcomes. */
function counted(more: number, less: number): number {
  const throws = BigInt(more + less);
  let outcomes = 0n;
  let ways = 1n;
  for (let few = 0n; few <= throws; few += 1n) {
    if (few <= Math.min(more, less) || few >= Math.max(more, less)) outcomes += ways;
    ways = (ways * (throws - few)) / (few + 1n);
  }
  return Number((outcomes * 10n ** 18n) / 2n ** throws) / 1e18;
}

describe('the sign test', () => {
  it.each([
    [0, 0, 1],
    [1, 0, 1],
    [5, 0, 0.0625],
    [7, 7, 1],
    [12, 2, 0.012939],
    [2, 12, 0.012939],
    [60, 40, 0.056888],
  ])('gives %i to %i the p-value %f', (more, less, p) => {
    expect(signTest(more, less)).toBeCloseTo(p, 6);
  });

  it('is exact', () => {
    for (let more = 0; more <= 40; more += 1)
      for (let less = 0; less <= 40; less += 1)
        expect(signTest(more, less)).toBeCloseTo(counted(more, less), 10);
  });

  it('does not lose small numbers among many pairs', () => {
    expect(signTest(1_000, 1_000)).toBe(1);
    expect(signTest(1_050, 950)).toBeCloseTo(0.0268, 3);
    expect(signTest(1_000, 0)).toBeGreaterThan(0);
  });
});

describe('the correction for the number of traits', () => {
  const tested = (...ps: number[]) => ps.map((p) => ({ p, throws: 100 }));

  it.each([
    ['one alone', [0.04], [0.04]],
    ['none of two that are not sure enough together', [0.03, 0.04], []],
    ['each at the level of those that are left', [0.01, 0.02, 0.04], [0.01, 0.02, 0.04]],
    ['those before the first that fails', [0.001, 0.03, 0.026], [0.001]],
    ['none of none', [], []],
  ])('passes %s', (_, ps, expected) => {
    const passed = [...passing(tested(...ps), 0.05)].map(({ p }) => p);
    expect(passed).toEqual(expected);
  });

  it('does not count tests that are too small to pass', () => {
    const small = Array.from({ length: 9 }, () => ({ p: signTest(5, 0), throws: 5 }));
    const large = { p: 0.04, throws: 30 };
    expect([...passing([...small, large], 0.05)]).toEqual([large]);
  });
});
