import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { isRejectionReason } from '../../../../src/contract/review/review-values.ts';
import type { Decision } from '../../../../src/contract/sale/statuses.ts';
import { steadyNow } from '../../../lib/clock.ts';

/** A decision that can still be undone: on one sale, or on several at once. */
export interface UndoableDecision {
  status: Decision;
  sales: readonly { id: number; version: number; reference: string }[];
  /** As they were typed. */
  notes: string;
  /** Until when, in milliseconds as `steadyNow()` counts them. */
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
  /** Those being sent, with the versions of their sales before. After a reload, they are `unknown`. */
  sent: readonly UndoableDecision[];
  /** Those whose outcome is unknown, also with the versions before. */
  unknown: readonly UndoableDecision[];
  /** Notes that were typed and not sent, by sale, from the one typed longest ago. */
  notes: ReadonlyMap<number, string>;
  /** The same for comments on reports. */
  comments: ReadonlyMap<number, string>;
}

export const NO_DECISIONS: Decisions = {
  attempts: new Map(),
  undoable: [],
  sent: [],
  unknown: [],
  notes: new Map(),
  comments: new Map(),
};

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

/** With the text for a sale; those typed longest ago go when there are too many. */
export function withText(now: Decisions, of: 'notes' | 'comments', saleId: number, text: string): Decisions {
  const others = [...now[of]].filter(([id]) => id !== saleId);
  const all: typeof others = text === '' ? others : [...others, [saleId, text]];
  return { ...now, [of]: new Map(all.slice(-NOTES_KEPT)) };
}

/** The notes to send with a decision. A reason that was chosen for a rejection does not go with an approval. */
export function notesFor({ notes }: Decisions, saleId: number, status: Decision): string {
  const typed = notes.get(saleId) ?? '';
  return status === 'approved' && isRejectionReason(typed) ? '' : typed;
}

const withoutSales = (decisions: Decisions['undoable'], { sales }: Pick<UndoableDecision, 'sales'>) =>
  decisions.filter((other) => !other.sales.some(({ id }) => sales.some((sale) => sale.id === id)));

/**
 * With a decision that can be undone, and without the notes that were sent with it. Answers may arrive in another order than
 * the decisions were made.
 */
export const withUndoable = (now: Decisions, decision: UndoableDecision): Decisions => ({
  ...decision.sales.reduce((without, { id }) => withText(without, 'notes', id, ''), now),
  unknown: withoutSales(now.unknown, decision),
  undoable: [...withoutSales(now.undoable, decision), decision].toSorted((a, b) => a.until - b.until),
});

export const isDecidedBy = (sale: ReviewSale, user: { username: string } | null): boolean =>
  user !== null && sale.decided?.by === user.username;

/** Whether a sale shows that this reviewer made a decision. */
export const isMadeBy = (
  user: { username: string } | null,
  { status, sales }: Pick<UndoableDecision, 'status' | 'sales'>,
  sale: ReviewSale | undefined,
): boolean =>
  sale !== undefined &&
  sale.status === status &&
  isDecidedBy(sale, user) &&
  sales.some(({ id, version }) => id === sale.sale_id && version < sale.version);

/** With a decision whose outcome is unknown; it replaces those before on its sales. */
export const withUnknown = (now: Decisions, decision: UndoableDecision): Decisions => ({
  ...now,
  unknown: [...withoutSales(now.unknown, decision), decision],
});

/** For how long the outcome of a decision is looked up after it can no longer be undone. */
const PATIENCE_MS = 5 * 60_000;

/** Decisions whose outcome is unknown, as sales show them: those made can be undone, and those that others made are over. */
export function settled(
  now: Decisions,
  current: readonly ReviewSale[],
  user: { username: string } | null,
): Decisions {
  const byId = new Map(current.map((sale) => [sale.sale_id, sale]));
  let then = now;
  for (const decision of now.unknown) {
    const { sales, until } = decision;
    const made = sales.flatMap((sale) => {
      const shown = byId.get(sale.id);
      return shown && isMadeBy(user, decision, shown) ? [{ ...sale, version: shown.version }] : [];
    });
    const isOver =
      until + PATIENCE_MS < steadyNow() ||
      sales.every(({ id, version }) => (byId.get(id)?.version ?? version) > version);
    if (made.length > 0) then = withUndoable(then, { ...decision, sales: made });
    else if (isOver) then = { ...then, unknown: withoutSales(then.unknown, decision) };
  }
  return then;
}

/** Without the decisions that are undone, or can no longer be. */
export const keepUndoable = (now: Decisions, isKept: (decision: UndoableDecision) => boolean): Decisions => ({
  ...now,
  undoable: now.undoable.filter(isKept),
});
