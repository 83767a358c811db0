import type { ReportDecision } from '../../../../src/contract/reports/report-values.ts';
import type { BulkResult, ReviewSale } from '../../../../src/contract/review/review.ts';
import { UNDO_MS } from '../../../../src/contract/review/review-values.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import type { Decision } from '../../../../src/contract/sale/statuses.ts';
import { serverNow, steadyNow } from '../../../lib/clock.ts';
import { isUnknownOutcome } from '../../../lib/server/errors.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { trpc } from '../../../lib/server/trpc.ts';
import type { SaleChanges } from '../../../sales/draft/sale-draft.ts';
import { saleReference } from '../../../sales/sale-reference.ts';
import { versionOf } from '../../../sales/sale-version.ts';
import { useSaleWrite } from '../../../sales/use-sale-write.ts';
import { announce } from '../../../ui/live-region.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { keepUndoable, type UndoableDecision, withText, withUndoable, withUnknown } from './decisions.ts';
import { withdrawFailures } from './failure-alerts.ts';
import { focusUndo, useReviewQueue } from './queue-context.tsx';
import { decisionLabel, decisionSubject, isConflict, undoFailure } from './review-labels.ts';
import type { SaleEvent } from './review-queue.ts';
import { useDecisionStore } from './use-decision-store.ts';

/** What only admins can do to a sale, besides editing it in any state. */
export type AdminAction = 'return' | 'restore' | 'delete';

const DONE: Record<AdminAction, string> = {
  return: 'is back in review',
  restore: 'is restored',
  delete: 'is deleted',
};

const announceDone = (sale: AnySale, done: string) => announce(`${saleReference(sale)}, ${done}.`);

/**
 * The requests that change sales. All but `undo` throw the server's refusal; when someone else has changed the sale
 * first, the queue then shows its current state.
 */
export function useSaleActions() {
  const { dispatch, request } = useReviewQueue();
  const { refreshSales } = request;
  const { change } = useDecisionStore();
  const { user } = useSession();
  const utils = trpc.useUtils();
  const { items, pokemon, reviews, reports } = utils.client;
  const write = useSaleWrite();

  /** Invalidates what shows the sales, also when the request fails: it may have changed them all the same. */
  async function withInvalidation<T>(request: Promise<T>, ids: readonly number[]): Promise<T> {
    try {
      return await request;
    } finally {
      void utils.reviews.counts.invalidate();
      for (const id of ids) void utils.reviews.detail.invalidate({ id });
      for (const market of [utils.items, utils.pokemon]) void market.invalidate();
    }
  }

  /** Like `withInvalidation` for one sale; when someone else changed it first, the queue then shows that. */
  async function withRefresh<T>(request: Promise<T>, id: number): Promise<T> {
    try {
      return await withInvalidation(request, [id]);
    } catch (error) {
      if (isConflict(error)) await refreshSales([id]);
      throw error;
    }
  }

  /** Records that a sale waits for review again, before the server reports it to everyone. */
  function noteOpen(
    sale_id: number,
    event: 'undone' | 'returned',
    { status, version }: Pick<SaleEvent, 'status' | 'version'>,
  ) {
    const by = user?.username ?? null;
    const at = serverNow().toISOString();
    dispatch({ type: 'saleChanged', event: { type: 'sale', sale_id, event, status, version, by, at } });
  }

  /** Sends a decision. When the page is reloaded before the response, the decision is looked up then. */
  async function send<T>(
    sales: readonly ReviewSale[],
    status: Decision,
    notes: string,
    request: (decision: UndoableDecision) => Promise<T>,
  ): Promise<T> {
    const named = sales.map((sale) => ({ ...versionOf(sale), reference: saleReference(sale) }));
    // From now, so that the time left to undo never shows too long.
    const decision = { status, sales: named, notes, until: steadyNow() + UNDO_MS };
    change((now) => ({ ...now, sent: [...now.sent, decision] }));
    try {
      return await request(decision);
    } catch (error) {
      if (isUnknownOutcome(error)) change((now) => withUnknown(now, decision));
      throw error;
    } finally {
      change((now) => ({ ...now, sent: now.sent.filter((other) => other !== decision) }));
    }
  }

  /** Records a decision on the sales that have it by the results of its request. */
  function noteDecision(sent: UndoableDecision, results: readonly BulkResult[]): UndoableDecision | null {
    const sales = results.flatMap((result) => {
      const sale = sent.sales.find(({ id }) => id === result.id);
      return result.ok && sale ? [{ ...sale, version: result.version }] : [];
    });
    if (sales.length === 0) return null;
    const decision = { ...sent, sales };
    change((now) => withUndoable(now, decision));
    withdrawFailures(decision);
    dispatch({ type: 'decided', decision, by: user?.username ?? null, at: serverNow().toISOString() });
    return decision;
  }

  return {
    decide: (sale: ReviewSale, status: Decision, notes: string): Promise<void> =>
      send([sale], status, notes, async (decision) => {
        const { sale_id: id } = sale;
        const input = { ...versionOf(sale), status, review_notes: notes.trim() || null };
        const { setStatus } = sale.kind === 'item' ? items : pokemon;
        const request: Promise<{ version: number }> = setStatus.mutate(input);
        const { version } = await withRefresh(request, id);
        noteDecision(decision, [{ ok: true, id, status, version }]);
      }),

    /** @throws when no sale could be decided because the request failed */
    decideMany: (sales: readonly ReviewSale[], status: Decision, notes: string): Promise<BulkResult[]> =>
      send(sales, status, notes, async (sent) => {
        const ids = sales.map(({ sale_id }) => sale_id);
        const input = { sales: sales.map(versionOf), status, review_notes: notes.trim() || null };
        const { results } = await withInvalidation(reviews.decideMany.mutate(input), ids);
        const decision = noteDecision(sent, results);
        if (decision) announce(`${decisionLabel(decision)}.`);
        const refused = results.filter((result) => !result.ok);
        if (refused.length > 0) void refreshSales(refused.map(({ id }) => id));
        dispatch({ type: 'selectionCleared' });
        return results;
      }),

    /**
     * Decides the open reports of a sale.
     *
     * @param lastReport the newest report that the reviewer has seen
     * @returns how many were decided
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
      const { decided } = await withRefresh(reports.decide.mutate(input), sale.sale_id);
      await refreshSales([sale.sale_id]);
      return decided;
    },

    /** Undoes a decision; shows a message when it was too late. Answers the first sale that waits again. */
    async undo(decision: UndoableDecision): Promise<number | null> {
      change((now) => keepUndoable(now, (other) => other !== decision));
      const sales = decision.sales.map(({ id, version }) => ({ id, version }));
      try {
        const ids = sales.map(({ id }) => id);
        const { results } = await withInvalidation(reviews.undo.mutate({ sales }), ids);
        const undone = results.filter((result) => result.ok);
        const refused = results.filter((result) => !result.ok);
        const subjectOf = (some: readonly BulkResult[]) =>
          decisionSubject({ sales: decision.sales.filter(({ id }) => some.some((one) => one.id === id)) });
        for (const result of undone) {
          noteOpen(result.id, 'undone', result);
          change((now) => withText(now, 'notes', result.id, decision.notes));
        }
        const [first] = refused;
        if (first) showToast(`Not undone: ${subjectOf(refused)}. ${first.message}`, { tone: 'alert' });
        if (undone.length > 0) announce(`Undone: ${subjectOf(undone)}. Waiting for review again.`);
        return undone[0]?.id ?? null;
      } catch (error) {
        // It can be tried again, until its time is over.
        change((now) => withUndoable(now, decision));
        showToast(undoFailure(error), { tone: 'alert' });
        requestAnimationFrame(focusUndo);
        return null;
      }
    },

    /** @param asAdmin allows every field, on sales of any status */
    async edit(sale: AnySale, changes: SaleChanges, asAdmin: boolean): Promise<void> {
      await withRefresh(write.edit(sale, changes, asAdmin), sale.sale_id);
      await refreshSales([sale.sale_id]);
      announceDone(sale, 'is saved');
    },

    async administer(sale: AnySale, action: AdminAction, reason: string): Promise<void> {
      const { sale_id: id } = sale;
      if (action === 'return') noteOpen(id, 'returned', await withRefresh(write.return(sale, reason), id));
      else {
        await withRefresh(write[action](sale, reason), id);
        await refreshSales([id]);
      }
      announceDone(sale, DONE[action]);
    },
  };
}
