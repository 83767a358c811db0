import { expect, it } from 'vitest';
import { submissionRecord } from './my-submissions.tsx';

it.each([
  [0, 0, 0, null],
  [0, 0, 1, '1 submitted: 1 pending'],
  [1, 0, 0, '1 submitted: 1 approved · 100% of decided submissions approved'],
  [0, 2, 1, '3 submitted: 2 rejected, 1 pending · 0% of decided submissions approved'],
  [120, 9, 13, '142 submitted: 120 approved, 9 rejected, 13 pending · 93% of decided submissions approved'],
  [4_999, 1, 0, '5,000 submitted: 4,999 approved, 1 rejected · over 99% of decided submissions approved'],
  [1, 4_999, 0, '5,000 submitted: 1 approved, 4,999 rejected · under 1% of decided submissions approved'],
])('of %i approved, %i rejected and %i pending submissions', (approved, rejected, pending, record) => {
  expect(submissionRecord({ approved, rejected, pending })).toBe(record);
});
