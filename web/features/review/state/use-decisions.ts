import { useCallback, useState } from 'react';
import { MESSAGES } from '../../../../src/contract/messages.ts';
import type { BulkResult, ReviewSale } from '../../../../src/contract/review.ts';
import type { Decision, SaleStatus } from '../../../../src/contract/sale.ts';
import { useSession } from '../../../lib/session.tsx';
import { saleName } from '../../../sales/sale-summary.ts';
import { showToast } from '../../../ui/toast.tsx';
import { actedOn, isOvertaken, reviewFailure, STATUS_WORDS } from './review-labels.ts';
import { isOpen } from './review-queue.ts';
import type { ReviewAddress } from './review-search-params.ts';
import { type Submissions, useSubmissions } from './use-queue-updates.ts';
import { type Changes, useReview } from './use-sale-mutations.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { type Undoable, type UndoStack, useUndoStack } from './use-undo.ts';

/** A reviewer's desk: what lies on it, what is chosen, and what they can do. */
export interface ReviewDesk extends Submissions {
  selection: Selection;
  undoStack: UndoStack;
  /** Said to screen readers. */
  announcement: string;
  announce: (words: string) => void;
  /** What was typed as notes to each sale; kept until it is decided here. */
  notesOf: (saleId: number) => string;
  setNotes: (saleId: number, notes: string) => void;
  /** @throws what the server refused; the sale is then shown as it is now */
  decide: (sale: ReviewSale, status: Decision, notes: string) => Promise<void>;
  decideMany: (sales: readonly ReviewSale[], status: Decision, notes: string) => Promise<BulkResult[]>;
  /** Takes back an act; says so when it was too late. Answers the first sale that waits again. */
  undo: (act: Undoable) => Promise<number | null>;
  /** @throws what the server refused */
  edit: (sale: ReviewSale, changes: Changes, asAdmin: boolean) => Promise<void>;
  /** An admin's acts on any sale. @throws what the server refused */
  administer: (sale: ReviewSale, act: 'return' | 'restore' | 'delete', reason: string) => Promise<void>;
}

const DECISION_FAILED: Record<Decision, string> = {
  approved: MESSAGES.approveFailed,
  rejected: MESSAGES.rejectFailed,
};

/** Why a decision failed, in the words of the specification. */
export const decisionFailure = (error: unknown, status: Decision): string =>
  reviewFailure(error, DECISION_FAILED[status]);

/** Everything that the review screen shows and does. */
export function useDesk(address: ReviewAddress): ReviewDesk {
  const { user } = useSession();
  const submissions = useSubmissions(address);
  const { desk, loaded, note, refresh } = submissions;
  const review = useReview();
  const undoStack = useUndoStack();
  const selection = useSelection(desk.rows, loaded);
  const [announcement, announce] = useState('');
  const [notes, setAllNotes] = useState<Readonly<Record<number, string>>>({});
  const setNotes = useCallback(
    (id: number, text: string) => setAllNotes((now) => ({ ...now, [id]: text })),
    [],
  );
  const by = user?.username ?? null;

  const noteDecision = (id: number, status: Decision, version: number) => {
    note({ type: 'sale', sale_id: id, event: status, status, version, by, at: new Date().toISOString() });
    setNotes(id, '');
  };
  const noteOpen = (id: number, event: 'undone' | 'returned', status: SaleStatus, version: number) =>
    note({ type: 'sale', sale_id: id, event, status, version, by, at: new Date().toISOString() });

  /** What somebody else did meanwhile belongs on the desk. */
  async function overtaken<T>(work: Promise<T>, id: number): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isOvertaken(error)) await refresh([id]);
      throw error;
    }
  }

  return {
    ...submissions,
    selection,
    undoStack,
    announcement,
    announce,
    notesOf: (id) => notes[id] ?? '',
    setNotes,
    async decide(sale, status, text) {
      const since = Date.now();
      const { sale_id: id } = sale;
      const { version } = await overtaken(review.decide(sale, status, text), id);
      noteDecision(id, status, version);
      undoStack.offer({ status, sales: [{ id, version, name: saleName(sale) }] }, since);
    },
    async decideMany(sales, status, text) {
      const since = Date.now();
      const results = await review.decideMany(sales, status, text);
      const decided = results.filter((result) => result.ok);
      for (const { id, version } of decided) noteDecision(id, status, version);
      const names = new Map(sales.map((sale) => [sale.sale_id, saleName(sale)]));
      const acted = decided.map(({ id, version }) => ({ id, version, name: names.get(id) ?? '' }));
      if (acted.length > 0) undoStack.offer({ status, sales: acted }, since);
      const late = results.filter((result) => !result.ok);
      if (late.length > 0) void refresh(late.map(({ id }) => id));
      selection.clear();
      if (acted.length > 0) announce(`${STATUS_WORDS[status]} ${actedOn({ sales: acted })}.`);
      return results;
    },
    async undo(act) {
      undoStack.drop(act);
      try {
        const results = await review.undo(act.sales);
        for (const result of results)
          if (result.ok) noteOpen(result.id, 'undone', result.status, result.version);
        const [late] = results.filter((result) => !result.ok);
        if (late) showToast(late.message, { tone: 'alert' });
        const back = results.filter((result) => result.ok);
        if (back.length > 0) announce(`Undone: ${actedOn(act)}, waits for review again.`);
        return back[0]?.id ?? null;
      } catch (error) {
        showToast(reviewFailure(error, 'Failed to undo the decision'), { tone: 'alert' });
        return null;
      }
    },
    async edit(sale, changes, asAdmin) {
      await overtaken(review.edit(sale, changes, asAdmin), sale.sale_id);
      await refresh([sale.sale_id]);
      announce(`${saleName(sale)}, sale ${sale.sale_id}, is saved.`);
    },
    async administer(sale, act, reason) {
      const { sale_id: id } = sale;
      if (act === 'delete') {
        await overtaken(review.delete(sale), id);
        await refresh([id]);
        return announce(`${saleName(sale)}, sale ${id}, is deleted.`);
      }
      const after = await overtaken(review[act](sale, reason), id);
      if (act === 'return') noteOpen(id, 'returned', after.status, after.version);
      else await refresh([id]);
      announce(`${saleName(sale)}, sale ${id}, is ${act === 'return' ? 'back in review' : 'restored'}.`);
    },
  };
}

/** The sale to go on with after one is done: the next that waits, from the top again after the last. */
export function nextOpen(rows: readonly ReviewSale[], after: number): ReviewSale | null {
  const at = rows.findIndex((sale) => sale.sale_id === after);
  const order = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))];
  return order.find(isOpen) ?? null;
}
