import type { Viewer } from '../../contract/accounts/roles.ts';
import type { SaleFlag } from '../../contract/review/flags.ts';
import type { ReviewDetail, ReviewSale, SaleEventView } from '../../contract/review/review.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { isoTime } from '../../db/query.ts';
import { presentAnySale, type SaleRow } from '../market/sale.presenter.ts';
import { presentOpen } from '../sales/reports/reports.queries.ts';
import { presentChanges } from '../sales/sale-changes.presenter.ts';
import type { EventRow } from './review-evidence.queries.ts';
import type { ReviewEvidence, ReviewRow } from './reviews.queries.ts';

/** The sales that the stored flags of these rows refer to. */
export const flaggedNeighbours = (rows: readonly ReviewRow[]): number[] =>
  rows.flatMap(({ flags }) =>
    (flags ?? []).flatMap((flag) => ('sales' in flag ? flag.sales.map(({ sale_id }) => sale_id) : [])),
  );

/** A flag without the sales that are hidden from the viewer; empty when no evidence remains. */
function presentFlag(flag: SaleFlag, hidden: ReadonlySet<number>): SaleFlag[] {
  if (!('sales' in flag)) return [flag];
  const seen = flag.sales.filter(({ sale_id }) => !hidden.has(sale_id));
  const total = flag.total - (flag.sales.length - seen.length);
  return seen.length ? [{ ...flag, sales: seen.slice(0, LIMITS.review.shown), total }] : [];
}

/**
 * A sale for the review screen.
 *
 * @param hidden neighbours that the viewer must not see: a checker's own pending submissions
 */
export function presentReviewSale(row: ReviewRow, viewer: Viewer, hidden: ReadonlySet<number>): ReviewSale {
  const decidedAt = row.status === 'pending' ? null : row.decided_at;
  return {
    ...presentAnySale(row, viewer),
    flags: (row.flags ?? []).flatMap((flag) => presentFlag(flag, hidden)),
    checked_at: row.checked_at && isoTime(row.checked_at),
    decided: decidedAt ? { by: row.decided_by_username, at: isoTime(decidedAt) } : null,
    deleted_at: row.deleted_at && isoTime(row.deleted_at),
    reports: presentOpen(row.reports),
  };
}

const presentEvent = ({ event_id, type, at, by, notes, before, after }: EventRow): SaleEventView => ({
  event_id: Number(event_id),
  type,
  at: isoTime(at),
  by,
  notes,
  changes: presentChanges(before, after),
});

/** A sale with the evidence for its decision; `hidden` as for `presentReviewSale`. */
export function presentDetail(
  { sale, proof, similar, record, history, reports }: ReviewEvidence,
  viewer: Viewer,
  hidden: ReadonlySet<number>,
): ReviewDetail {
  const present = (rows: readonly SaleRow[]) => rows.map((row) => presentAnySale(row, viewer));
  return {
    sale: presentReviewSale(sale, viewer, hidden),
    proof: proof && { ...proof, sales: present(proof.sales) },
    similar: present(similar),
    record,
    history: history.map(presentEvent),
    reports,
  };
}
