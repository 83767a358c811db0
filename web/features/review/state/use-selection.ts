import { useState } from 'react';
import type { ReviewSale } from '../../../../src/contract/review.ts';
import { isOpen } from './review-queue.ts';

/** The sales that the next decision on several is about. */
export interface Selection {
  /** Those chosen that still wait, in the order of the page. */
  sales: readonly ReviewSale[];
  has: (saleId: number) => boolean;
  toggle: (saleId: number) => void;
  /** Whether all that wait on the page are chosen. */
  all: boolean;
  toggleAll: () => void;
  clear: () => void;
}

/** @param page another page starts with nothing chosen */
export function useSelection(rows: readonly ReviewSale[], page: unknown): Selection {
  const [state, setState] = useState({ page, ids: new Set<number>() });
  if (state.page !== page) setState({ page, ids: new Set() });
  const { ids } = state;
  const set = (next: Set<number>) => setState({ page, ids: next });
  const open = rows.filter(isOpen);
  const sales = open.filter((sale) => ids.has(sale.sale_id));
  const all = open.length > 0 && sales.length === open.length;
  return {
    sales,
    has: (id) => ids.has(id),
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      set(next);
    },
    all,
    toggleAll: () => set(all ? new Set() : new Set(open.map((sale) => sale.sale_id))),
    clear: () => set(new Set()),
  };
}
