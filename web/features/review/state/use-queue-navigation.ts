import { useEffect, useRef } from 'react';
import { can } from '../../../../src/contract/accounts/roles.ts';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { trpc } from '../../../lib/server/trpc.ts';
import { useKeys } from '../../../ui/hooks/use-keys.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { useReviewQueue } from './queue-context.tsx';
import { decisionFailure } from './review-labels.ts';
import {
  findRow,
  isOpen,
  isReported,
  isSelectable,
  neighbourOf,
  nextOpen,
  openRows,
} from './review-queue.ts';
import { useShortcutsEnabled } from './shortcuts.tsx';
import { useDecisions } from './use-decisions.ts';

/** Focuses the control that opens a sale, or the first one of the page. */
function focusRow(id?: number): void {
  const row = id === undefined ? '[data-sale]' : `[data-sale="${id}"]`;
  document.querySelector<HTMLElement>(`${row} [data-open]`)?.focus();
}

const focusFilter = () => document.querySelector<HTMLElement>('[data-filter="name"]')?.focus();

/** Moving through the sales of a page, by buttons, shortcuts and decisions. */
export function useQueueNavigation() {
  const { queue, dispatch, params, view, show, open, request, isSplit, openId } = useReviewQueue();
  const { undo } = useDecisions();
  const isWorkbench = view === 'workbench';
  const inDialog = openId !== null && !isSplit;
  /** What shortcuts act on: the open sale, or the focused row. */
  const currentId = openId ?? findRow(queue, queue.focusedId)?.sale_id ?? null;
  /** For what continues after an answer: the sale and the queue may have changed while it was awaited. */
  const latest = useRef({ currentId, queue });
  useEffect(() => {
    latest.current = { currentId, queue };
  });

  const announce = (message: string) => dispatch({ type: 'announced', message });

  function goTo(id: number) {
    // Focus inside a dialog stays there.
    if (!inDialog) focusRow(id);
    if (isWorkbench || inDialog) open(id);
    else dispatch({ type: 'focused', id });
  }

  /** Decided sales leave the queue, so what follows them is then on its first page. */
  async function loadNext() {
    if (params.page === 1) await request.reload();
    show({ page: 1 });
    scrollTo(0, 0);
    requestAnimationFrame(() => focusRow());
  }

  return {
    currentId,
    inDialog,
    loadNext,

    move(by: 1 | -1) {
      const next = neighbourOf(queue, currentId, by);
      if (next) goTo(next.sale_id);
      else if (by > 0 && params.tab !== 'all' && queue.rows.length > 0 && openRows(queue).length === 0)
        void loadNext();
      else announce(by > 0 ? 'This is the last sale of the page.' : 'This is the first sale of the page.');
    },

    /**
     * Continues with the next sale that waits, unless the reviewer has moved to another one meanwhile.
     *
     * @param done what was decided, in a sentence
     */
    continueAfter(sale: ReviewSale, done: string) {
      const next = nextOpen(latest.current.queue, sale.sale_id);
      if (!next) announce(`${done} Everything on this page is decided.`);
      else if (isWorkbench || !inDialog) announce(`${done} Next: ${saleName(next)}, sale ${next.sale_id}.`);
      else announce(done);
      if (latest.current.currentId !== sale.sale_id) return;
      if (next && (isWorkbench || !inDialog)) goTo(next.sale_id);
      else if (inDialog) open(null);
    },

    /** Undoes the last decision, and returns to its sale. */
    async undoLast() {
      const last = queue.undoable.at(-1);
      if (!last) return;
      const id = await undo(last);
      if (id === null) return;
      // It was decided before this list was loaded.
      if (!findRow(queue, id)) await request.reload();
      else if (last.sales.length === 1) goTo(id);
    },
  };
}

/** Loads the details of the next sale ahead of time. */
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
  const { decide } = useDecisions();
  const { currentId, continueAfter } = useQueueNavigation();
  const deciding = useRef(false);
  const sale = openId === null ? findRow(queue, currentId) : undefined;
  if (!sale || !can(user, 'sale.review', sale)) return {};
  if (isReported(sale))
    return { d: () => open(sale.sale_id, 'dismissed'), r: () => open(sale.sale_id, 'returned') };
  if (!isOpen(sale)) return {};

  async function approve(focused: ReviewSale) {
    if (deciding.current) return;
    deciding.current = true;
    try {
      await decide(focused, 'approved', queue.notes.get(focused.sale_id) ?? '');
      continueAfter(focused, `Approved ${saleName(focused)}, sale ${focused.sale_id}.`);
    } catch (error) {
      showToast(decisionFailure(error, 'approved'), { tone: 'alert' });
    } finally {
      deciding.current = false;
    }
  }

  return {
    a: () => void approve(sale),
    r: () => open(sale.sale_id, 'reject'),
    e: () => open(sale.sale_id, 'edit'),
  };
}

/** The shortcuts of the queue. Those of the open sale are bound where it shows. */
export function useQueueShortcuts({ onHelp }: { onHelp: () => void }): void {
  const { queue, dispatch, params, show, open } = useReviewQueue();
  const { currentId, inDialog, move, undoLast } = useQueueNavigation();
  const focusedSale = useFocusedSaleKeys();
  const enabled = useShortcutsEnabled();
  const current = findRow(queue, currentId);

  const everywhere = {
    j: () => move(1),
    k: () => move(-1),
    u: queue.undoable.length > 0 ? () => void undoLast() : undefined,
  };
  const onPage = {
    ...focusedSale,
    x:
      current && isSelectable(queue, current)
        ? () => dispatch({ type: 'saleToggled', id: current.sale_id })
        : undefined,
    Enter: currentId === null ? undefined : () => open(currentId),
    '?': onHelp,
    '/': () => {
      if (params.tab !== 'all') show({ tab: 'all', filters: {} });
      requestAnimationFrame(focusFilter);
    },
  };
  useKeys(enabled ? { ...everywhere, ...(!inDialog && onPage) } : {}, inDialog ? 1 : 0);
}
