import { type RawBuilder, sql } from 'kysely';
import { UNDO_MS } from '../contract/review/review-values.ts';
import type { SaleStatus } from '../contract/sale/statuses.ts';
import { addMs } from '../contract/shared/dates.ts';

/** The status of a sale as its submitter knows it: pending as long as the reviewer can still undo the decision. */
export function knownStatus(now: Date, table = 's'): RawBuilder<SaleStatus> {
  const undoableSince = addMs(now, -UNDO_MS);
  const [decidedBy, decidedAt, status] = ['decided_by', 'decided_at', 'status'].map((column) =>
    sql.ref(`${table}.${column}`),
  );
  return sql`case when ${decidedBy} is not null and ${decidedAt} >= ${undoableSince} then 'pending' else ${status} end`;
}

/** The newest submission of an account that corrects the sale `s`, as the contract's `zResubmission`. */
export const resubmissionBy = (userId: number, now: Date): RawBuilder<unknown> => sql`(
  select jsonb_build_object('sale_id', c.sale_id, 'status', ${knownStatus(now, 'c')}) from sale c
  where c.corrects = s.sale_id and c.submitted_by = ${userId} and c.deleted_at is null
  order by c.sale_id desc limit 1)`;
