import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['garchmp', 'garchomp', 1],
    ['pikahcu', 'pikachu', 1],
    ['kitten', 'sitting', 3],
  ])('from %s to %s is %i', (from, to, edits) => {
    expect(editDistance(from, to)).toBe(edits);
  });

  it('is symmetric and at most the length of the longer text', () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(editDistance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });
});
