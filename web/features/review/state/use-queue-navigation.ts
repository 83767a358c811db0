import { useEffect } from 'react';
import { can } from '../../../../src/contract/accounts/roles.ts';
import type { ReportDecision } from '../../../../src/contract/reports/report-values.ts';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { type Decision, STATUS_LABELS } from '../../../../src/contract/sale/statuses.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { trpc } from '../../../lib/server/trpc.ts';
import { useShortcutsEnabled } from '../../../lib/shortcuts.ts';
import { saleReference } from '../../../sales/sale-reference.ts';
import { CHANGED_MEANWHILE } from '../../../sales/sale-version.ts';
import { useKeys } from '../../../ui/hooks/use-keys.ts';
import { announce } from '../../../ui/live-region.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { notesFor, withAttempt } from './decisions.ts';
import { showFailure } from './failure-alerts.ts';
import { focusHeading, useReviewQueue } from './queue-context.tsx';
import { decisionFailure } from './review-labels.ts';
import {
  findRow,
  isOpen,
  isReported,
  isSelectable,
  modeOf,
  neighbourOf,
  nextOpen,
  openRows,
  selectedSales,
} from './review-queue.ts';
import { useDecisionStore, useDecisions } from './use-decision-store.ts';
import { useSaleActions } from './use-sale-actions.ts';
import { useSeenSale } from './use-seen-sale.ts';

/** Focuses the control that opens a sale, or the first one of the page. */
function focusRow(id?: number): void {
  const row = id === undefined ? '[data-sale]' : `[data-sale="${id}"]`;
  document.querySelector<HTMLElement>(`${row} [data-open]`)?.focus();
}

/** Moves the focus out of the open sale to its row; a sale of another page has none. */
export function leaveToRow(id: number): void {
  focusRow(id);
  if (!document.activeElement?.closest(`[data-sale="${id}"]`)) focusHeading();
}

const focusedPlace = () => document.activeElement?.closest('input, textarea, select, [role=dialog]') ?? null;

/** Returns whether the reviewer has gone into another field or dialog since. */
function watchFocus(): () => boolean {
  const before = focusedPlace();
  return () => ![null, before].includes(focusedPlace());
}

/** Opens the proof of a sale in a new tab, as its link does. */
export function openProof(sale: ReviewSale): void {
  if (sale.proof_url) window.open(sale.proof_url, '_blank', 'noopener');
  else showToast(`No proof was given for ${saleReference(sale)}.`);
}

const focusFilter = () => document.querySelector<HTMLElement>('[data-filter="name"]')?.focus();

const REPORTS_DONE: Record<ReportDecision, (reports: string) => string> = {
  dismissed: (reports) => `Dismissed ${reports}`,
  returned: (reports) => `Returned to review after ${reports}`,
  corrected: (reports) => `Marked as corrected after ${reports}`,
};

/** Moving through the sales of a page, by buttons, shortcuts and decisions. */
export function useQueueNavigation() {
  const { queue, dispatch, params, view, show, open, request, isSplit, openId, latest } = useReviewQueue();
  const { latest: latestDecisions, change } = useDecisionStore();
  const actions = useSaleActions();
  const hasKeys = useShortcutsEnabled();
  const isWorkbench = view === 'workbench';
  const inDialog = openId !== null && !isSplit;
  /** What shortcuts act on: the open sale, or the focused row. */
  const currentId = openId ?? findRow(queue, queue.focusedId)?.sale_id ?? null;

  const isPageDecided = params.tab !== 'all' && queue.rows.length > 0 && openRows(queue).length === 0;

  function goTo(id: number) {
    // Focus inside a dialog stays there.
    if (!inDialog) focusRow(id);
    if (isWorkbench || inDialog) open(id);
    else dispatch({ type: 'focused', id });
  }

  /** Decided sales leave the queue, so what follows them is then on the same page, if it still exists. */
  async function loadNext() {
    const { data } = await request.refetch();
    const last = Math.max(data?.pagination.totalPages ?? 1, 1);
    show({ page: Math.min(params.page, last) });
    scrollTo(0, 0);
    requestAnimationFrame(() => focusRow());
  }

  /**
   * Called when a decision is sent.
   *
   * @returns a function that takes a sentence about the decision and one for after it, and continues with the next pending sale unless the
   * reviewer has moved on to another sale, field or dialog
   */
  function continueFrom(sale: ReviewSale): (done: string, more?: string) => void {
    const wasOpen = openId !== null;
    const hasNewFocus = watchFocus();
    return (done, more = '') => {
      const now = latest.current;
      if (!now) return;
      const next = nextOpen(now.queue, sale.sale_id);
      const at = now.openId ?? (wasOpen ? null : now.queue.focusedId);
      const moves = at === sale.sale_id && !hasNewFocus();
      if (!next) announce(`${done} Everything on this page is decided.${more}`);
      else announce(`${done}${moves ? ` Next: ${saleReference(next)}.` : ''}${more}`);
      if (next && moves) goTo(next.sale_id);
      else if (moves && inDialog) open(null);
    };
  }

  return {
    currentId,
    inDialog,
    /** Whether no sale of the page waits: others may be on the next one. */
    isPageDecided,
    /** Whether no row follows the current one. */
    isLast: !neighbourOf(queue, currentId, 1),
    loadNext,

    move(by: 1 | -1) {
      const next = neighbourOf(queue, currentId, by);
      if (next) goTo(next.sale_id);
      else if (by > 0 && isPageDecided) void loadNext();
      else announce(by > 0 ? 'This is the last sale of the page.' : 'This is the first sale of the page.');
    },

    /**
     * Decides a sale, and continues with the next. While the sale is open a failure shows there, otherwise in a message
     * that names the sale.
     *
     * @returns the failure
     */
    async decide(sale: ReviewSale, status: Decision): Promise<string | null> {
      const { sale_id: id } = sale;
      if (latestDecisions().attempts.get(id)?.failure === null) return null;
      const showNext = continueFrom(sale);
      const subject = saleReference(sale);
      change((now) => withAttempt(now, id, { status, failure: null }));
      const failure = await actions.decide(sale, status, notesFor(latestDecisions(), id, status)).then(
        () => null,
        (error: unknown) => decisionFailure(error, status),
      );
      const shows = failure !== null && latest.current?.openId === id;
      change((now) => withAttempt(now, id, shows ? { status, failure } : null));
      // After a failure, the reasons stay open, so that the rejection can be sent again.
      if (failure === null) {
        dispatch({ type: 'modeChanged', id, mode: 'view' });
        showNext(`${STATUS_LABELS[status]} ${subject}.`, hasKeys ? ' Undo: u.' : '');
      } else if (!shows) showFailure(failure, subject);
      return failure;
    },

    /** Decides the open reports of a sale, and continues with the next. See `useSaleActions`. */
    async decideReports(
      sale: ReviewSale,
      outcome: ReportDecision,
      comment: string,
      lastReport: number | null,
    ) {
      const showNext = continueFrom(sale);
      const decided = await actions.decideReports(sale, outcome, comment, lastReport);
      showNext(`${REPORTS_DONE[outcome](counted(decided, 'report'))}: ${saleReference(sale)}.`);
    },
    /** Undoes the last decision, and returns to its sale. */
    async undoLast() {
      const last = latestDecisions().undoable.at(-1);
      if (!last) return;
      const hasNewFocus = watchFocus();
      const id = await actions.undo(last);
      if (id === null || !latest.current) return;
      // It was decided before this list was loaded.
      if (!findRow(latest.current.queue, id)) await request.refetch();
      else if (last.sales.length === 1 && !hasNewFocus()) goTo(id);
    },
  };
}

export function usePrefetchNext(): void {
  const { queue, openId } = useReviewQueue();
  const utils = trpc.useUtils();
  const nextId = openId === null ? undefined : nextOpen(queue, openId)?.sale_id;
  useEffect(() => {
    if (nextId !== undefined) void utils.reviews.detail.prefetch({ id: nextId });
  }, [nextId, utils]);
}

/** Decisions on the focused sale of the list, while none is open. */
function useFocusedSaleKeys() {
  const { queue, open, openId } = useReviewQueue();
  const { user } = useSession();
  const { currentId, decide } = useQueueNavigation();
  const sale = openId === null ? findRow(queue, currentId) : undefined;
  const { seen, setChecked } = useSeenSale(sale);
  if (!sale || !seen || !can(user, 'sale.review', sale)) return {};
  if (isReported(sale))
    return { d: () => open(sale.sale_id, 'dismissed'), r: () => open(sale.sale_id, 'returned') };
  if (!isOpen(sale)) return {};

  return {
    a: async () => {
      if ((await decide(seen, 'approved')) === CHANGED_MEANWHILE) setChecked();
    },
    r: () => open(sale.sale_id, 'reject'),
    e: () => open(sale.sale_id, 'edit'),
  };
}

interface QueueShortcuts {
  /** Asks for a decision on the selected sales. */
  onBulk: (status: Decision) => void;
  onHelp: () => void;
}

/** The shortcuts of the queue. Those of the open sale are bound where it shows. */
export function useQueueShortcuts({ onBulk, onHelp }: QueueShortcuts): void {
  const { queue, dispatch, params, show, enter, openId } = useReviewQueue();
  const { currentId, inDialog, move, undoLast } = useQueueNavigation();
  const canUndo = useDecisions(({ undoable }) => undoable.length > 0);
  const focusedSale = useFocusedSaleKeys();
  const enabled = useShortcutsEnabled();
  const current = findRow(queue, currentId);
  const isViewing = openId === null || modeOf(queue, openId) === 'view';
  const decidesSelected = isViewing && selectedSales(queue).length > 0;

  const everywhere = {
    j: () => move(1),
    k: () => move(-1),
    u: canUndo ? () => void undoLast() : undefined,
  };
  const onPage = {
    ...focusedSale,
    ...(decidesSelected && { a: () => onBulk('approved'), r: () => onBulk('rejected') }),
    x:
      current && isSelectable(queue, current)
        ? () => dispatch({ type: 'saleToggled', id: current.sale_id })
        : undefined,
    // That of the open sale is bound with its other shortcuts.
    p: current && openId === null ? () => openProof(current) : undefined,
    Enter: currentId === null ? undefined : () => enter(currentId),
    '?': onHelp,
    '/': () => {
      if (params.tab !== 'all') show({ tab: 'all' });
      requestAnimationFrame(focusFilter);
    },
  };
  useKeys(enabled ? { ...everywhere, ...(!inDialog && onPage) } : {}, inDialog ? 1 : 0);
}
