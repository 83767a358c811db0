import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Correction, zCorrection } from '../../contract/inbox/inbox.ts';
import { isFinal } from '../../contract/review/review-values.ts';
import { query } from '../../db/query.ts';
import { presentChanges, type RecordedValues } from './sale-event.presenter.ts';

interface EventRow {
  sale_id: number;
  type: 'edited' | 'approved' | 'rejected' | 'returned';
  at: string;
  by_submitter: boolean;
  before: RecordedValues;
  after: RecordedValues;
}

/** Adds later changes: of each field, the first value before and the last after. */
function merge(corrections: Map<string, Correction>, later: ReturnType<typeof presentChanges>): void {
  for (const change of later) {
    // The reason of a decision is part of the decision.
    if (change.field === 'review_notes') continue;
    const before = corrections.get(change.field)?.before;
    const merged = before === undefined ? change : { ...change, before };
    corrections.set(change.field, zCorrection.parse(merged));
  }
}

/**
 * What others than the submitter corrected in the review that led to the present decision on each sale. Corrections of an
 * earlier review are left out if its decision became final, because their submitter knows them. A value that was
 * corrected back to the first one is left out.
 */
export async function correctionsOf(
  em: EntityManager,
  saleIds: readonly number[],
): Promise<(saleId: number) => Correction[]> {
  const rows = await query(em)<EventRow>`
    select e.sale_id, e.type, e.at, e.actor_id is not distinct from s.submitted_by as by_submitter, before, after
    from sale_event e join sale s using (sale_id)
    where e.sale_id = any (${sql.val(saleIds)}::int[]) and e.type in ('edited', 'approved', 'rejected', 'returned')
    order by e.event_id`;
  const found = new Map<number, Map<string, Correction>>();
  const decidedAt = new Map<number, Date>();
  for (const { sale_id, type, at, by_submitter, before, after } of rows) {
    const corrections = found.get(sale_id) ?? new Map<string, Correction>();
    found.set(sale_id, corrections);
    const moment = new Date(at);
    if (type === 'edited') {
      if (!by_submitter) merge(corrections, presentChanges(before, after));
    } else if (type === 'returned') {
      const decided = decidedAt.get(sale_id) ?? moment;
      if (isFinal(decided, moment)) corrections.clear();
    } else decidedAt.set(sale_id, moment);
  }
  return (saleId) => [...(found.get(saleId)?.values() ?? [])].filter(({ before, after }) => before !== after);
}
