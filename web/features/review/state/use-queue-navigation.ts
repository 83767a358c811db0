import { useEffect, useRef, useState } from 'react';
import type { ReviewSale } from '../../../../src/contract/review.ts';
import type { Decision } from '../../../../src/contract/sale.ts';
import { trpc } from '../../../lib/trpc.ts';
import { saleName } from '../../../sales/sale-summary.ts';
import { useKeys } from '../../../ui/use-keys.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { useKeysOn } from './keys-setting.ts';
import { STATUS_WORDS } from './review-labels.ts';
import { isOpen } from './review-queue.ts';
import { nextOpen, type ReviewDesk } from './use-decisions.ts';
import type { ReviewNavigation } from './use-review-address.ts';

/** How one goes through the sales of a page. */
export interface DeskMoves {
  /** Whether there is room for the queue and the sale side by side. */
  beside: boolean;
  /** The sale that is open, whole; null when none is. It may be none of the page's. */
  openId: number | null;
  /** What the keys act on: the open sale, or the row that has the focus. */
  current: number | null;
  setFocused: (saleId: number) => void;
  open: (saleId: number) => void;
  close: () => void;
  move: (by: 1 | -1) => void;
  decided: (sale: ReviewSale, status: Decision) => void;
  undo: () => void;
  loadNext: () => Promise<void>;
}

/** Gives a sale's row or card the focus. */
const focusSale = (id: number) =>
  document.querySelector<HTMLElement>(`[data-sale="${id}"] [data-open]`)?.focus();

const focusFilter = () => document.querySelector<HTMLElement>('[data-filter="name"]')?.focus();

/** Goes through a page by keys, presses and decisions; one place knows what comes next. */
export function useDeskMoves(
  navigation: ReviewNavigation,
  desk: ReviewDesk,
  { onHelp }: { onHelp: () => void },
): DeskMoves {
  const { address, show, open } = navigation;
  const { rows } = desk.desk;
  const utils = trpc.useUtils();
  const wide = useMedia('(width >= 64rem)');
  const on = useKeysOn();
  const working = address.view === 'workbench';
  const beside = working && wide;

  // Without one in the address the workbench begins with the first that waits. It is chosen once a load, so that
  // nobody else's decision takes it from under the reviewer.
  const [first, setFirst] = useState({ page: desk.loaded, id: null as number | null });
  if (first.page !== desk.loaded)
    setFirst({ page: desk.loaded, id: (rows.find(isOpen) ?? rows[0])?.sale_id ?? null });
  const openId = address.sale ?? (beside ? first.id : null);
  const [focused, setFocused] = useState<number | null>(null);
  const current = openId ?? (rows.some((sale) => sale.sale_id === focused) ? focused : null);
  const dialog = openId !== null && !beside;

  // What comes next is there when it is asked for.
  const ahead = openId === null ? null : (nextOpen(rows, openId)?.sale_id ?? null);
  useEffect(() => {
    if (ahead !== null) void utils.reviews.detail.prefetch({ id: ahead });
  }, [ahead, utils]);

  // The row follows the sale that is open beside it, once it is drawn.
  const toFocus = useRef<number | null>(null);
  const openNow = useRef(openId);
  useEffect(() => {
    openNow.current = openId;
    if (toFocus.current === null) return;
    focusSale(toFocus.current);
    toFocus.current = null;
  });

  function goTo(id: number) {
    if (!dialog) toFocus.current = id;
    if (working || dialog) open(id);
    else setFocused(id);
  }

  /** What is decided has left the queue: its front is what comes next. */
  async function loadNext() {
    if (address.page === 1) await desk.reload();
    show({ page: 1 });
    scrollTo(0, 0);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-sale] [data-open]')?.focus());
  }

  function move(by: 1 | -1) {
    const at = rows.findIndex((sale) => sale.sale_id === current);
    const next = at < 0 ? rows[by > 0 ? 0 : rows.length - 1] : rows[at + by];
    if (next) return goTo(next.sale_id);
    if (by > 0 && address.tab === 'pending' && rows.length > 0 && !rows.some(isOpen)) {
      void loadNext();
      return;
    }
    desk.announce(by > 0 ? 'This is the last sale of the page.' : 'This is the first sale of the page.');
  }

  function decided(sale: ReviewSale, status: Decision) {
    const said = `${STATUS_WORDS[status]} ${saleName(sale)}, sale ${sale.sale_id}.`;
    const next = nextOpen(rows, sale.sale_id);
    if (!next) desk.announce(`${said} Everything on this page is decided.`);
    else if (working) desk.announce(`${said} Next: ${saleName(next)}, sale ${next.sale_id}.`);
    else desk.announce(said);
    // Who has gone on meanwhile is left where they are.
    if (openNow.current !== sale.sale_id) return;
    if (working && next) goTo(next.sale_id);
    else if (dialog) open(null);
  }

  async function undo() {
    const { last } = desk.undoStack;
    if (!last) return;
    const back = await desk.undo(last);
    if (back !== null && last.sales.length === 1 && rows.some((sale) => sale.sale_id === back)) goTo(back);
  }

  const steps = {
    j: () => move(1),
    k: () => move(-1),
    u: desk.undoStack.last ? () => void undo() : undefined,
  };
  const choosable = rows.find((sale) => sale.sale_id === current && isOpen(sale));
  useKeys(
    !on
      ? {}
      : dialog
        ? steps
        : {
            ...steps,
            x: choosable && (() => desk.selection.toggle(choosable.sale_id)),
            Enter: current === null ? undefined : () => open(current),
            '?': onHelp,
            '/': () => {
              if (address.tab !== 'all') show({ tab: 'all', filters: {} });
              requestAnimationFrame(focusFilter);
            },
          },
    dialog ? 1 : 0,
  );

  return {
    beside,
    openId,
    current,
    setFocused,
    open,
    close: () => open(null),
    move,
    decided,
    undo: () => void undo(),
    loadNext,
  };
}
