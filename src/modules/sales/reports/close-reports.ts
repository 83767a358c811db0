import type { ReportOutcome } from '../../../contract/reports/report-values.ts';
import type { SaleEventType } from '../../../contract/review/review.ts';
import { query } from '../../../db/query.ts';
import { type Actor, actorId } from '../../actor.ts';
import { addToInbox } from '../../inbox/inbox.ts';
import type { WriteScope } from '../../scope.ts';

interface Closing {
  outcome: ReportOutcome;
  /** The reviewer who decided; null when the sale left the market by other means. */
  by: Actor | null;
  comment: string | null;
}

interface ClosedReport {
  report_id: number;
  reporter_id: number | null;
  sale_id: number;
  name: string;
}

/**
 * Closes all open reports of these sales with an outcome and notifies the reporters, in the caller's transaction, which
 * has locked the sales.
 *
 * @returns the number of reports
 */
export async function closeReports(
  { em, clock }: WriteScope,
  saleIds: readonly number[],
  { outcome, by, comment }: Closing,
): Promise<number> {
  const now = clock.now();
  const rows = await query(em)<ClosedReport>`
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

/** The outcomes of reports by the step with which their sale leaves the market. */
const OUTCOMES: Partial<Record<SaleEventType, ReportOutcome>> = {
  returned: 'returned',
  undone: 'returned',
  deleted: 'deleted',
};

/** Closes the open reports of sales that have left the market by other means than a decision on the reports. */
export async function closeReportsAfter(
  scope: WriteScope,
  steps: readonly { saleId: number; type: SaleEventType }[],
): Promise<void> {
  for (const [outcome, leaving] of Map.groupBy(steps, ({ type }) => OUTCOMES[type])) {
    const saleIds = leaving.map(({ saleId }) => saleId);
    if (outcome) await closeReports(scope, saleIds, { outcome, by: null, comment: null });
  }
}
