import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { isRejectionReason } from '../../../../src/contract/review/review-values.ts';
import type { Decision } from '../../../../src/contract/sale/statuses.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { unsentInput } from '../../../lib/server/unsent-input.ts';

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

/** The reviewer's own decisions, and the notes for those to come. */
export interface Decisions {
  /** By sale. A failure is kept until the reviewer moves on. */
  attempts: ReadonlyMap<number, Attempt>;
  /** In the order in which they were made. */
  undoable: readonly UndoableDecision[];
  /** Notes that were typed and not sent, by sale. */
  notes: ReadonlyMap<number, string>;
}

export const NO_DECISIONS: Decisions = { attempts: new Map(), undoable: [], notes: new Map() };

/** How many sales have notes at most: those that others decide would keep theirs for ever. */
export const NOTES_KEPT = 50;

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

export const withoutFailure = (now: Decisions, saleId: number | null): Decisions =>
  saleId !== null && now.attempts.get(saleId)?.failure ? withAttempt(now, saleId, null) : now;

/** With the notes for a sale; those typed longest ago go when there are too many. */
export function withNotes(now: Decisions, saleId: number, text: string): Decisions {
  const others = [...now.notes].filter(([id]) => id !== saleId);
  const notes: typeof others = text === '' ? others : [...others, [saleId, text]];
  return { ...now, notes: new Map(notes.slice(-NOTES_KEPT)) };
}

/** The notes to send with a decision. A reason that was chosen for a rejection does not go with an approval. */
export function notesFor({ notes }: Decisions, saleId: number, status: Decision): string {
  const typed = notes.get(saleId) ?? '';
  return status === 'approved' && isRejectionReason(typed) ? '' : typed;
}

/**
 * With a decision that can be undone, and without the notes that were sent with it. Answers may arrive in another order than
 * the decisions were made.
 */
export const withUndoable = (now: Decisions, decision: UndoableDecision): Decisions => ({
  ...decision.sales.reduce((without, { id }) => withNotes(without, id, ''), now),
  undoable: [...now.undoable, decision].toSorted((a, b) => a.until - b.until),
});

/** Without the decisions that are undone, or can no longer be. */
export const keepUndoable = (now: Decisions, isKept: (decision: UndoableDecision) => boolean): Decisions => ({
  ...now,
  undoable: now.undoable.filter(isKept),
});

/** Among the account's data, which are cleared with its session. */
const KEY = ['review', 'decisions'];
const HASH = hashKey(KEY);

const zNotes = z.array(z.tuple([z.number(), z.string()]));

/**
 * The reviewer's own decisions. They are kept while another tab or screen is open, and an answer that arrives there is
 * recorded too. The notes are also kept in the browser, as unsent input.
 */
export function useDecisionStore() {
  const queries = useQueryClient();
  const userId = useSession().user?.user_id;
  const unsent = useMemo(() => unsentInput(userId, 'review notes', zNotes), [userId]);
  const restored = useMemo(() => ({ ...NO_DECISIONS, notes: new Map(unsent.get()) }), [unsent]);
  const latest = useCallback(() => queries.getQueryData<Decisions>(KEY) ?? restored, [queries, restored]);
  const change = useCallback(
    (to: (now: Decisions) => Decisions) => {
      // No query observes them, and the cache would drop them after some minutes.
      queries.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
      const next = queries.setQueryData<Decisions>(KEY, to(latest()));
      if (next) unsent.set(next.notes.size > 0 ? [...next.notes] : null);
    },
    [queries, latest, unsent],
  );
  // The cache also tells of queries that a component adds while it is rendered, when no other may be updated.
  const subscribe = useCallback(
    (listener: () => void) =>
      queries.getQueryCache().subscribe(({ query }) => query.queryHash === HASH && listener()),
    [queries],
  );
  // `useQuery` would draw a moment later, which moves the cursor of a field to its end.
  const decisions = useSyncExternalStore(subscribe, latest);
  return { decisions, latest, change };
}
