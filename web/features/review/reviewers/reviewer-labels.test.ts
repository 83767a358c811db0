import { expect, it } from 'vitest';
import { describeReturn, durationText, sinceText } from './reviewer-labels.ts';

it.each([
  [1, 'Return 1 approval by ash_k to review'],
  [2_000, 'Return 2,000 approvals by ash_k to review'],
])('a return of %i approvals', (approvals, label) => {
  expect(describeReturn({ username: 'ash_k', approvals })).toBe(label);
});

it.each([
  [0, '0 s'],
  [119, '119 s'],
  [120, '2 min'],
  [7_199, '120 min'],
  [7_200, '2 h'],
  [172_800, '2 d'],
])('%i seconds are %s', (seconds, label) => expect(durationText(seconds)).toBe(label));

it.each([
  ['2026-03-12', '12 Mar 2026'],
  ['2026-03-12T00:00:00.000Z', '12 Mar 2026'],
  ['2026-03-12T18:30:00.000Z', '12 Mar 2026, 18:30 UTC'],
])('since %s reads %s', (iso, label) => expect(sinceText(iso)).toBe(label));
