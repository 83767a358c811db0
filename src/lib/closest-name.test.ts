import { describe, expect, it } from 'vitest';
import { candidate, closestName } from './closest-name.ts';

describe('closestName', () => {
  const candidates = ['Gabite', 'Garchomp', 'Garbodor', 'Machamp'].map(candidate);

  it('finds the candidate with the smallest edit distance', () => {
    expect(closestName('garchmp', candidates)).toBe('Garchomp');
    expect(closestName('MACHMAP', candidates)).toBe('Machamp');
  });

  it('returns the first of equally close candidates, even for nonsense', () => {
    expect(closestName('x', ['b', 'a'].map(candidate))).toBe('b');
    expect(closestName('%', candidates)).toBe('Gabite');
    expect(closestName('anything', [])).toBeUndefined();
  });
});
