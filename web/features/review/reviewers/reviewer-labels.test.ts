import { expect, it } from 'vitest';
import { describeReturn, sinceText } from './reviewer-labels.ts';

it.each([
  [1, 'Return 1 approval by ash_k to review'],
  [2_000, 'Return 2,000 approvals by ash_k to review'],
])('a return of %i approvals', (approvals, label) => {
  expect(describeReturn({ username: 'ash_k', approvals })).toBe(label);
});

it.each([
  ['2026-03-12', '12 Mar 2026'],
  ['2026-03-12T00:00:00.000Z', '12 Mar 2026'],
  ['2026-03-12T18:30:00.000Z', '12 Mar 2026, 18:30 UTC'],
])('since %s reads %s', (iso, label) => expect(sinceText(iso)).toBe(label));
