import { useCallback, useEffect, useState } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import type { Decision } from '../../../../src/contract/sale.ts';

/** One act of the reviewer's that can still be taken back: a decision on one sale, or on several at once. */
export interface Undoable {
  status: Decision;
  sales: readonly { id: number; version: number; name: string }[];
  /** Until when, in milliseconds as `Date.now()` has them. */
  until: number;
}

export interface UndoStack {
  /** What `u` takes back: the last act in time. */
  last: Undoable | null;
  /** The act that decided a sale, while it can be taken back. */
  of: (saleId: number) => Undoable | null;
  /** @param since when the decision was sent, so that the time left is never shown too long */
  offer: (act: Omit<Undoable, 'until'>, since: number) => void;
  drop: (act: Undoable) => void;
}

/** The reviewer's acts of the last 10 seconds. */
export function useUndoStack(): UndoStack {
  const [acts, setActs] = useState<readonly Undoable[]>([]);
  const next = acts.length === 0 ? null : Math.min(...acts.map((act) => act.until));

  useEffect(() => {
    if (next === null) return;
    const expire = () => setActs((now) => now.filter((act) => act.until > Date.now()));
    const timer = setTimeout(expire, Math.max(0, next - Date.now()) + 20);
    return () => clearTimeout(timer);
  }, [next]);

  const offer = useCallback<UndoStack['offer']>((act, since) => {
    setActs((now) => [...now, { ...act, until: since + LIMITS.review.undoSeconds * 1000 }]);
  }, []);
  const drop = useCallback((act: Undoable) => setActs((now) => now.filter((other) => other !== act)), []);

  return {
    last: acts.at(-1) ?? null,
    of: (saleId) => acts.findLast((act) => act.sales.some(({ id }) => id === saleId)) ?? null,
    offer,
    drop,
  };
}
