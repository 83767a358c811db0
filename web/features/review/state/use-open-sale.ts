import { useState } from 'react';
import type { ReviewSale } from '../../../../src/contract/review.ts';
import { can, hasRole } from '../../../../src/contract/roles.ts';
import type { Decision } from '../../../../src/contract/sale.ts';
import { useSession } from '../../../lib/session.tsx';
import { isOpen } from './review-queue.ts';
import { decisionFailure, type ReviewDesk } from './use-decisions.ts';

/** `reject`: the reasons are open. `edit`: the form is. */
export type ReviewMode = 'look' | 'reject' | 'edit';

/** One sale in a reviewer's hands. */
export interface Reviewing {
  sale: ReviewSale;
  desk: ReviewDesk;
  mode: ReviewMode;
  setMode: (mode: ReviewMode) => void;
  /** Whether the viewer may decide it now. */
  undecided: boolean;
  isAdmin: boolean;
  mayEdit: boolean;
  notes: string;
  setNotes: (notes: string) => void;
  /** The decision that is on its way. */
  deciding: Decision | null;
  /** Why the last one failed. */
  failure: string | null;
  decide: (status: Decision) => Promise<void>;
}

interface State extends Pick<Reviewing, 'mode' | 'deciding' | 'failure'> {
  id: number;
}

const startOf = (id: number): State => ({ id, mode: 'look', deciding: null, failure: null });

/** @param onDecided called after a decision was taken, to go on */
export function useReviewing(
  sale: ReviewSale,
  desk: ReviewDesk,
  onDecided: (sale: ReviewSale, status: Decision) => void,
): Reviewing {
  const { user } = useSession();
  const { sale_id: id } = sale;
  const [state, setState] = useState(() => startOf(id));
  // Another sale starts afresh; its notes are kept with the desk.
  if (state.id !== id) setState(startOf(id));
  const { deciding } = state;
  const set = (change: Partial<typeof state>) =>
    setState((now) => (now.id === id ? { ...now, ...change } : now));
  const isAdmin = hasRole(user, 'admin');
  const undecided = isOpen(sale) && can(user, 'sale.review', sale);

  async function decide(status: Decision) {
    if (deciding || !undecided) return;
    set({ failure: null, deciding: status });
    try {
      await desk.decide(sale, status, desk.notesOf(id));
    } catch (error) {
      set({ mode: 'look', failure: decisionFailure(error, status), deciding: null });
      return;
    }
    set({ mode: 'look', deciding: null });
    onDecided(sale, status);
  }

  return {
    sale,
    desk,
    mode: state.mode === 'reject' && !undecided ? 'look' : state.mode,
    setMode: (mode) => set({ mode }),
    undecided,
    isAdmin,
    mayEdit: undecided || (isAdmin && sale.deleted_at === null),
    notes: desk.notesOf(id),
    setNotes: (notes) => desk.setNotes(id, notes),
    deciding,
    failure: state.failure,
    decide,
  };
}
