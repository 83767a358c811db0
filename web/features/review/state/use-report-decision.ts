import { skipToken } from '@tanstack/react-query';
import type { ReportDecision } from '../../../../src/contract/reports/report-values.ts';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { isReported } from './review-queue.ts';
import { useQueueNavigation } from './use-queue-navigation.ts';
import { useSaleRequests, versionOf } from './use-sale-requests.ts';

const DONE: Record<ReportDecision, (reports: string) => string> = {
  dismissed: (reports) => `Dismissed ${reports}`,
  returned: (reports) => `Returned to review after ${reports}`,
  corrected: (reports) => `Marked as corrected after ${reports}`,
};

/** The reports of a sale, from its details; undefined while they load and for a sale without open ones. */
export function useReports(sale: ReviewSale) {
  const input = isReported(sale) ? { id: sale.sale_id } : skipToken;
  return trpc.reviews.detail.useQuery(input).data?.reports;
}

/** Decides the open reports of a sale, and continues with the next sale that waits. */
export function useReportDecision() {
  const { client } = trpc.useUtils();
  const { refresh, withRefresh } = useSaleRequests();
  const { continueFrom } = useQueueNavigation();

  /**
   * @param lastReport the newest report that the reviewer has seen
   * @throws the server's refusal; the queue then shows the sale's current state
   */
  return async (
    sale: ReviewSale,
    outcome: ReportDecision,
    comment: string,
    lastReport: number | null,
  ): Promise<void> => {
    const { sale_id: id } = sale;
    const goOn = continueFrom(sale);
    const input = {
      ...versionOf(sale),
      outcome,
      comment: comment.trim() || null,
      ...(lastReport !== null && { last_report: lastReport }),
    };
    const { decided } = await withRefresh(client.reports.decide.mutate(input), id);
    await refresh([id]);
    goOn(`${DONE[outcome](counted(decided, 'report'))}: ${saleName(sale)}, sale ${id}.`);
  };
}
