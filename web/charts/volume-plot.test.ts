import { expect, it } from 'vitest';
import { barPeriod, volumeScale } from './volume-plot.tsx';

it.each([
  [90, 1000, 1],
  [90, 260, 7],
  [365, 1000, 7],
  [3650, 1000, 30],
  [3650, 250, 90],
])('%i days on %i pixels have bars of the shortest period that is wide enough', (days, width, period) => {
  expect(barPeriod([1, days], width)).toBe(period);
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
