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
import {
  isDecidedBy,
  keepUndoable,
  type UndoableDecision,
  withText,
  withUnanswered,
  withUndoable,
} from './decisions.ts';
import { withdrawFailures } from './failure-alerts.ts';
import { useReviewQueue } from './queue-context.tsx';
import { decisionFailure, decisionLabel, decisionSubject, isConflict, undoFailure } from './review-labels.ts';
import { isOpen, type SaleEvent } from './review-queue.ts';
import { useDecisionStore } from './use-decision-store.ts';
import { useFetchSales } from './use-queue-request.ts';

/** What only admins can do to a sale, besides editing it in any state. */
export type AdminAction = 'return' | 'restore' | 'delete';

const DONE: Record<AdminAction, string> = {
  return: 'is back in review',
  restore: 'is restored',
  delete: 'is deleted',
};

/** A decision on sales as they were shown. */
interface Attempted extends Pick<UndoableDecision, 'status' | 'notes'> {
  sales: readonly ReviewSale[];
}

/** Focuses the button to undo again, which replaces the pressed one, unless the reviewer has moved on. */
function focusUndo(): void {
  if (document.activeElement !== document.body) return;
  // Those that are hidden or behind a dialog do not take the focus.
  for (const button of document.querySelectorAll<HTMLElement>('[data-undo]')) button.focus();
}

const announceDone = (sale: AnySale, done: string) => announce(`${saleReference(sale)}, ${done}.`);

/**
 * The requests that change sales. All but `undo` throw the server's refusal; when someone else has changed the sale
 * first, the queue then shows its current state.
 */
export function useSaleActions() {
  const { dispatch, request } = useReviewQueue();
  const { refreshSales } = request;
  const { latest, change } = useDecisionStore();
  const { user } = useSession();
  const utils = trpc.useUtils();
  const { items, pokemon, reviews, reports } = utils.client;
  const fetchSales = useFetchSales();
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

  /** The results for sales that a request has changed of which only the response was lost. */
  async function doneResults(
    sales: readonly { id: number; version: number }[],
    isDone: (sale: ReviewSale) => boolean,
  ): Promise<Map<number, BulkResult>> {
    const versions = new Map(sales.map(({ id, version }) => [id, version]));
    const fetched = await fetchSales([...versions.keys()]);
    const done = fetched.filter((sale) => sale.version > (versions.get(sale.sale_id) ?? 0) && isDone(sale));
    return new Map(
      done.map(({ sale_id: id, status, version }) => [id, { ok: true, id, status, version }] as const),
    );
  }

  /** The same as results of all sales. @throws the error when the request has changed none */
  async function unansweredResults(
    sales: readonly { id: number; version: number }[],
    error: unknown,
    isDone: (sale: ReviewSale) => boolean,
    message: string,
  ): Promise<BulkResult[]> {
    const done = await doneResults(sales, isDone);
    if (done.size === 0) throw error;
    return sales.map(
      ({ id }) => done.get(id) ?? { ok: false, id, reason: 'UNANSWERED', message, decided: null },
    );
  }

  /** Whether the caller has decided reports by a request of which only the response was lost. */
  async function hasDecidedReports(
    { sale_id: id }: AnySale,
    outcome: ReportDecision,
    lastReport: number | null,
    error: unknown,
  ): Promise<boolean> {
    // A second attempt is refused because of the first.
    if (!isUnknownOutcome(error) && !isConflict(error)) return false;
    const detail = await utils.reviews.detail.fetch({ id }, { staleTime: 0 }).catch(() => null);
    const last = detail?.reports.data.find(({ report_id }) => report_id === lastReport);
    return last?.outcome === outcome && last.decided_by === user?.username;
  }

  /** Those sales whose decision had no response before: what it did is no refusal of another attempt. */
  const triedBefore = (sales: readonly ReviewSale[], status: Decision) =>
    sales.filter(({ sale_id }) =>
      latest().unanswered.some(
        (decision) => decision.status === status && decision.sales.some(({ id }) => id === sale_id),
      ),
    );

  const isMade = (status: Decision) => (sale: ReviewSale) =>
    sale.status === status && isDecidedBy(sale, user);

  /** The results of a failed request for a decision. @throws the error when it was not made, as far as is known */
  async function madeDecisions(attempted: Attempted, error: unknown, sentAt: number): Promise<BulkResult[]> {
    const { status, sales } = attempted;
    const isUnknown = isUnknownOutcome(error);
    if (!isUnknown && triedBefore(sales, status).length === 0) throw error;
    const message = decisionFailure(error, status);
    return unansweredResults(sales.map(versionOf), error, isMade(status), message).catch((failure) => {
      if (isUnknown) {
        const named = sales.map((sale) => ({ ...versionOf(sale), reference: saleReference(sale) }));
        change((now) => withUnanswered(now, { ...attempted, sales: named, until: sentAt + UNDO_MS }));
      }
      throw failure;
    });
  }

  /**
   * Records a decision on the sales that have it by the results of its request.
   *
   * @param sentAt when the request was sent, so that the time left to undo never shows too long
   */
  function noteDecision(
    { sales, ...decided }: Attempted,
    results: readonly BulkResult[],
    sentAt: number,
  ): UndoableDecision | null {
    const references = new Map(sales.map((sale) => [sale.sale_id, saleReference(sale)]));
    const made = results.filter((result) => result.ok);
    if (made.length === 0) return null;
    const named = made.map(({ id, version }) => ({ id, version, reference: references.get(id) ?? '' }));
    const until = sentAt + UNDO_MS;
    const decision = { ...decided, sales: named, until };
    change((now) => withUndoable(now, decision));
    withdrawFailures(decision);
    dispatch({ type: 'decided', decision, by: user?.username ?? null, at: serverNow().toISOString() });
    return decision;
  }

  return {
    async decide(sale: ReviewSale, status: Decision, notes: string): Promise<void> {
      const sentAt = steadyNow();
      const { sale_id: id } = sale;
      const input = { ...versionOf(sale), status, review_notes: notes.trim() || null };
      const { setStatus } = sale.kind === 'item' ? items : pokemon;
      const request: Promise<{ version: number }> = setStatus.mutate(input);
      const results = await withRefresh(request, id).then(
        ({ version }): BulkResult[] => [{ ok: true, id, status, version }],
        (error: unknown) => madeDecisions({ status, sales: [sale], notes }, error, sentAt),
      );
      noteDecision({ status, sales: [sale], notes }, results, sentAt);
    },

    /** @throws when no sale could be decided because the request failed */
    async decideMany(sales: readonly ReviewSale[], status: Decision, notes: string): Promise<BulkResult[]> {
      const sentAt = steadyNow();
      const ids = sales.map(({ sale_id }) => sale_id);
      const input = { sales: sales.map(versionOf), status, review_notes: notes.trim() || null };
      const results = await withInvalidation(reviews.decideMany.mutate(input), ids).then(
        async (answer) => {
          const refused = new Set(answer.results.flatMap(({ ok, id }) => (ok ? [] : [id])));
          const tried = triedBefore(sales, status).filter(({ sale_id }) => refused.has(sale_id));
          const done = await doneResults(tried.map(versionOf), isMade(status));
          return answer.results.map((result) => done.get(result.id) ?? result);
        },
        (error: unknown) => madeDecisions({ status, sales, notes }, error, sentAt),
      );
      const decision = noteDecision({ status, sales, notes }, results, sentAt);
      if (decision) announce(`${decisionLabel(decision)}.`);
      const refused = results.filter((result) => !result.ok);
      if (refused.length > 0) void refreshSales(refused.map(({ id }) => id));
      dispatch({ type: 'selectionCleared' });
      return results;
    },

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
      const request = reports.decide.mutate(input).catch(async (error: unknown) => {
        if (!(await hasDecidedReports(sale, outcome, lastReport, error))) throw error;
        return { decided: sale.reports?.total ?? 0 };
      });
      const { decided } = await withRefresh(request, sale.sale_id);
      await refreshSales([sale.sale_id]);
      return decided;
    },

    /** Undoes a decision; shows a message when it was too late. Answers the first sale that waits again. */
    async undo(decision: UndoableDecision): Promise<number | null> {
      change((now) => keepUndoable(now, (other) => other !== decision));
      const sales = decision.sales.map(({ id, version }) => ({ id, version }));
      try {
        const ids = sales.map(({ id }) => id);
        const results = await withInvalidation(reviews.undo.mutate({ sales }), ids).then(
          (answer) => answer.results,
          (error: unknown) => {
            if (!isUnknownOutcome(error)) throw error;
            return unansweredResults(sales, error, isOpen, undoFailure(error));
          },
        );
        // A sale that is not decided was undone by an attempt whose response was lost.
        const undone = results.filter((result) => result.ok || result.reason === 'NOT_DECIDED');
        const refused = results.filter((result) => !result.ok).filter((result) => !undone.includes(result));
        const subjectOf = (some: readonly BulkResult[]) =>
          decisionSubject({ sales: decision.sales.filter(({ id }) => some.some((one) => one.id === id)) });
        for (const result of undone) {
          if (result.ok) noteOpen(result.id, 'undone', result);
          else await refreshSales([result.id]);
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
