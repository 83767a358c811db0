import type { ReportOutcome } from '../../../contract/reports/report-values.ts';
import type { SaleEventType } from '../../../contract/review/review.ts';
import { query } from '../../../db/query.ts';
import { type Actor, actorId } from '../../actor.ts';
import { addToInbox } from '../../inbox/inbox.ts';
import type { WriteScope } from '../../scope.ts';

interface ReportEnd {
  outcome: ReportOutcome;
  /** Who decided on the reports; null when the sale was changed by other means. */
  by: Actor | null;
  comment: string | null;
}

interface EndedReport {
  report_id: number;
  reporter_id: number | null;
  sale_id: number;
  name: string;
}

/**
 * Gives all open reports of these sales their outcome, in the caller's transaction, which has locked the sales, and
 * notifies the reporters.
 *
 * @returns the number of reports
 */
export async function endReports(
  { em, clock }: WriteScope,
  saleIds: readonly number[],
  { outcome, by, comment }: ReportEnd,
): Promise<number> {
  const now = clock.now();
  const rows = await query(em)<EndedReport>`
    update sale_report r set outcome = ${outcome}, decided_at = ${now}, decision_comment = ${comment},
      decided_by = ${by && actorId(by)}
    from sale s where s.sale_id = r.sale_id and r.sale_id = any(${saleIds}) and r.outcome is null
    returning r.report_id, r.reporter_id, r.sale_id, s.name`;
  await addToInbox(
    em,
    rows.flatMap(({ report_id, reporter_id: user_id, sale_id, name }) =>
      user_id === null
        ? []
        : [
            {
              kind: 'report_outcome',
              key: `report ${report_id}`,
              user_id,
              sale_id,
              data: { name, outcome, comment },
            },
          ],
    ),
    now,
  );
  return rows.length;
}

/** The outcome of reports whose sale leaves the market with such a step. */
const OUTCOMES: Partial<Record<SaleEventType, ReportOutcome>> = {
  returned: 'returned',
  undone: 'returned',
  deleted: 'deleted',
};

/**
 * Ends the open reports of sales that leave the market by other means than a decision on the reports, in the caller's
 * transaction.
 */
export async function endReportsAfter(
  scope: WriteScope,
  steps: readonly { saleId: number; type: SaleEventType }[],
): Promise<void> {
  for (const [outcome, ending] of Map.groupBy(steps, ({ type }) => OUTCOMES[type])) {
    const saleIds = ending.map(({ saleId }) => saleId);
    if (outcome) await endReports(scope, saleIds, { outcome, by: null, comment: null });
  }
}
