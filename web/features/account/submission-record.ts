import type { SaleStatus } from '../../../src/contract/sale/statuses.ts';
import { formatCount } from '../../../src/contract/shared/plural.ts';

/**
 * The share of approvals among decided submissions, in whole percent. It is rounded down, so that 100% means all of them,
 * and a share below 1% is not 0.
 */
function approvedShare(approved: number, decided: number): string {
  const percent = Math.floor((approved * 100) / decided);
  return approved > 0 && percent === 0 ? 'under 1%' : `${percent}%`;
}

const LABELS: readonly [SaleStatus, string][] = [
  ['approved', 'approved'],
  ['rejected', 'rejected'],
  ['pending', 'waiting'],
];

/**
 * `142 submitted: 120 approved, 9 rejected, 13 waiting · 93% of decided submissions approved`, without what there is none of;
 * null without submissions.
 */
export function submissionRecord(counts: Readonly<Record<SaleStatus, number>>): string | null {
  const decided = counts.approved + counts.rejected;
  const total = decided + counts.pending;
  if (total === 0) return null;
  const parts = LABELS.filter(([status]) => counts[status] > 0).map(
    ([status, label]) => `${formatCount(counts[status])} ${label}`,
  );
  const record = `${formatCount(total)} submitted: ${parts.join(', ')}`;
  return decided === 0
    ? record
    : `${record} · ${approvedShare(counts.approved, decided)} of decided submissions approved`;
}
