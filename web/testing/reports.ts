import type { OwnReport } from '../../src/contract/reports/reports.ts';

/** A report by the viewer of sale 12, which waits for a reviewer. */
export const ownReport = (change: Partial<OwnReport> = {}): OwnReport => ({
  report_id: 1,
  sale_id: 12,
  kind: 'item',
  name: 'Master Ball',
  reason: 'wrong_price',
  comment: 'It was 2m.',
  duplicate_of: null,
  reported_at: '2026-03-12T12:00:00.000Z',
  outcome: null,
  decided_at: null,
  decision_comment: null,
  ...change,
});
