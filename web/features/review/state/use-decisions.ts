import type { ReportDecision } from '../../../../src/contract/reports/report-values.ts';
import type { BulkResult, ReviewSale } from '../../../../src/contract/review/review.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import type { Decision } from '../../../../src/contract/sale/statuses.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { errorData } from '../../../lib/server/errors.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { trpc } from '../../../lib/server/trpc.ts';
import { announce } from '../../../ui/live-region.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { keepUndoable, type UndoableDecision, useDecisionStore, withUndoable } from './decision-store.ts';
import { useReviewQueue } from './queue-context.tsx';
import { decisionLabel, decisionSubject, reviewFailure } from './review-labels.ts';
import { isDecidedBy } from './review-queue.ts';
import { useFetchSales } from './use-queue-request.ts';
import { useSaleRequests, versionOf } from './use-sale-requests.ts';

/** Approving and rejecting sales, undoing it, and deciding reports. */
export function useDecisions() {
  const { dispatch } = useReviewQueue();
  const { change } = useDecisionStore();
  const { user } = useSession();
  const { refresh, withInvalidation, withRefresh, noteOpen } = useSaleRequests();
  const { client } = trpc.useUtils();
  const fetchSales = useFetchSales();

  /** The sale with the decision, when only the response was lost. @throws the error otherwise */
  async function madeDecision(before: ReviewSale, status: Decision, error: unknown): Promise<ReviewSale> {
    const [sale] = errorData(error) === null ? await fetchSales([before.sale_id]) : [];
    const isMade = sale?.status === status && sale.version > before.version && isDecidedBy(sale, user);
    if (!isMade) throw error;
    return sale;
  }

  /** @param sentAt when the request was sent, so that the time left to undo never shows too long */
  function noteDecision(made: Omit<UndoableDecision, 'until'>, sentAt: number) {
    const decision = { ...made, until: sentAt + LIMITS.review.undoSeconds * 1000 };
    change((now) => withUndoable(now, decision));
    dispatch({ type: 'decided', decision, by: user?.username ?? null, at: new Date().toISOString() });
    return decision;
  }

  return {
    /** @throws the server's refusal; the queue then shows the sale's current state */
    async decide(sale: ReviewSale, status: Decision, notes: string): Promise<void> {
      const sentAt = Date.now();
      const input = { ...versionOf(sale), status, review_notes: notes.trim() || null };
      const { setStatus } = sale.kind === 'item' ? client.items : client.pokemon;
      const request: Promise<{ version: number }> = setStatus.mutate(input);
      const { version } = await withRefresh(request, sale.sale_id).catch((error: unknown) =>
        madeDecision(sale, status, error),
      );
      noteDecision({ status, sales: [{ id: sale.sale_id, version, name: saleName(sale) }], notes }, sentAt);
    },

    /** @throws when no sale could be decided because the request failed */
    async decideMany(sales: readonly ReviewSale[], status: Decision, notes: string): Promise<BulkResult[]> {
      const sentAt = Date.now();
      const ids = sales.map(({ sale_id }) => sale_id);
      const input = { sales: sales.map(versionOf), status, review_notes: notes.trim() || null };
      const { results } = await withInvalidation(client.reviews.decideMany.mutate(input), ids);
      const names = new Map(sales.map((sale) => [sale.sale_id, saleName(sale)]));
      const decided = results.filter((result) => result.ok);
      if (decided.length > 0) {
        const named = decided.map(({ id, version }) => ({ id, version, name: names.get(id) ?? '' }));
        const decision = noteDecision({ status, sales: named, notes }, sentAt);
        announce(`${decisionLabel(decision)}.`);
      }
      const refused = results.filter((result) => !result.ok);
      if (refused.length > 0) void refresh(refused.map(({ id }) => id));
      dispatch({ type: 'selectionCleared' });
      return results;
    },

    /**
     * Decides the open reports of a sale.
     *
     * @param lastReport the newest report that the reviewer has seen
     * @returns how many were decided
     * @throws the server's refusal; the queue then shows the sale's current state
     */
    async decideReports(
      sale: ReviewSale,
      outcome: ReportDecision,
      comment: string,
      lastReport: number | null,
    ): Promise<number> {
      const input = {
        ...versionOf(sale),
        outcome,
        comment: comment.trim() || null,
        ...(lastReport !== null && { last_report: lastReport }),
      };
      const { decided } = await withRefresh(client.reports.decide.mutate(input), sale.sale_id);
      await refresh([sale.sale_id]);
      return decided;
    },
    /** Undoes a decision; shows a message when it was too late. Answers the first sale that waits again. */
    async undo(decision: UndoableDecision): Promise<number | null> {
      change((now) => keepUndoable(now, (other) => other !== decision));
      const sales = decision.sales.map(({ id, version }) => ({ id, version }));
      try {
        const ids = sales.map(({ id }) => id);
        const { results } = await withInvalidation(client.reviews.undo.mutate({ sales }), ids);
        const undone = results.filter((result) => result.ok);
        for (const result of undone) {
          noteOpen(result.id, 'undone', result);
          dispatch({ type: 'notesChanged', id: result.id, notes: decision.notes });
        }
        const refused = results.find((result) => !result.ok);
        if (refused) showToast(refused.message, { tone: 'alert' });
        if (undone.length > 0) announce(`Undone: ${decisionSubject(decision)}. Waiting for review again.`);
        return undone[0]?.id ?? null;
      } catch (error) {
        // It can be tried again, until its time is over.
        change((now) => withUndoable(now, decision));
        showToast(reviewFailure(error, 'Failed to undo the decision'), { tone: 'alert' });
        return null;
      }
    },
  };
}
