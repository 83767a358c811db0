import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Decision } from '../../../../src/contract/sale/statuses.ts';

/** A decision that can still be undone: on one sale, or on several at once. */
export interface UndoableDecision {
  status: Decision;
  sales: readonly { id: number; version: number; name: string }[];
  /** As they were typed. */
  notes: string;
  /** Until when, in milliseconds as `Date.now()` counts them. */
  until: number;
}

/** The last decision on a sale, until it is made. */
interface Attempt {
  status: Decision;
  /** Why it failed; null while it is being sent. */
  failure: string | null;
}

/** The reviewer's own decisions. */
export interface Decisions {
  /** By sale. A failure is kept until the reviewer moves on. */
  attempts: ReadonlyMap<number, Attempt>;
  /** In the order in which they were made. */
  undoable: readonly UndoableDecision[];
}

export const NO_DECISIONS: Decisions = { attempts: new Map(), undoable: [] };

/** The decision on a sale, while it can be undone. */
export const undoableOf = ({ undoable }: Decisions, saleId: number): UndoableDecision | undefined =>
  undoable.findLast(({ sales }) => sales.some(({ id }) => id === saleId));

/** With an attempt on a sale; null for none. */
export function withAttempt(now: Decisions, saleId: number, attempt: Attempt | null): Decisions {
  const attempts = new Map(now.attempts);
  if (attempt) attempts.set(saleId, attempt);
  else attempts.delete(saleId);
  return { ...now, attempts };
}

/** Without the failure on a sale. */
export const withoutFailure = (now: Decisions, saleId: number | null): Decisions =>
  saleId !== null && now.attempts.get(saleId)?.failure ? withAttempt(now, saleId, null) : now;

/** With a decision that can be undone. Answers may arrive in another order than the decisions were made. */
export const withUndoable = (now: Decisions, decision: UndoableDecision): Decisions => ({
  ...now,
  undoable: [...now.undoable, decision].toSorted((a, b) => a.until - b.until),
});

/** Without the decisions that are undone, or can no longer be. */
export const keepUndoable = (now: Decisions, isKept: (decision: UndoableDecision) => boolean): Decisions => ({
  ...now,
  undoable: now.undoable.filter(isKept),
});

/** Among the account's data, which are cleared with its session. */
const KEY = ['review', 'decisions'];

/**
 * The reviewer's own decisions. They are kept while another tab or screen is open, and an answer that arrives there is
 * recorded too.
 */
export function useDecisionStore() {
  const queries = useQueryClient();
  const { data: decisions = NO_DECISIONS } = useQuery<Decisions>({ queryKey: KEY, queryFn: skipToken });
  const change = useCallback(
    (to: (now: Decisions) => Decisions) =>
      void queries.setQueryData<Decisions>(KEY, (now = NO_DECISIONS) => to(now)),
    [queries],
  );
  /** What is drawn follows a moment later. */
  const latest = () => queries.getQueryData<Decisions>(KEY) ?? NO_DECISIONS;
  return { decisions, latest, change };
}
