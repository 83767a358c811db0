import { expect, it } from 'vitest';
import { suspendedLabel, suspensionLabel } from './suspend-dialog.tsx';

it.each([
  [0, 0, 'Suspend ash_k'],
  [37, 0, 'Suspend ash_k and return 37 approvals to review'],
  [0, 1, 'Suspend ash_k and reject 1 pending sale'],
  [2_000, 3, 'Suspend ash_k, return 2,000 approvals to review and reject 3 pending sales'],
])('a suspension with %i approvals and %i pending sales is named', (approvals, pending, label) => {
  expect(suspensionLabel('ash_k', { approvals, pending })).toBe(label);
});

it.each([
  [null, 0, 'ash_k is suspended and signed out everywhere.'],
  [1, 0, 'ash_k is suspended and signed out everywhere. 1 approval returns to review.'],
  [
    37,
    2,
    'ash_k is suspended and signed out everywhere. 37 approvals return to review. 2 pending sales were rejected.',
  ],
])('what was done with %s approvals and %i sales is reported', (total, rejected, label) => {
  expect(suspendedLabel('ash_k', { run: total === null ? null : { total }, rejected })).toBe(label);
});
