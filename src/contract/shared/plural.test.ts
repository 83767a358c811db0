import { expect, it } from 'vitest';
import { counted, plural } from './plural.ts';

it.each([
  [0, '0 sales'],
  [1, '1 sale'],
  [2, '2 sales'],
  [1204, '1,204 sales'],
])('formats %i as "%s"', (count, text) => {
  expect(counted(count, 'sale')).toBe(text);
});

it('supports irregular plurals', () => {
  expect([counted(1, 'entry', 'entries'), counted(2, 'entry', 'entries')]).toEqual(['1 entry', '2 entries']);
});

it('returns the noun without the count', () => {
  expect([plural(1, 'IV'), plural(3, 'IV')]).toEqual(['IV', 'IVs']);
});
