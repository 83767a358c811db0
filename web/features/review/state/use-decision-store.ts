import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { DECISIONS } from '../../../../src/contract/sale/statuses.ts';
import { steadyNow } from '../../../lib/clock.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { unsentInput } from '../../../lib/server/unsent-input.ts';
import { type Decisions, keepUndoable, NO_DECISIONS, withText } from './decisions.ts';

/** Among the account's data, which are cleared with its session. */
const KEY = ['review', 'decisions'];
const HASH = hashKey(KEY);

const zTexts = z.array(z.tuple([z.number(), z.string()]));
const zDecisions = z
  .array(
    z.object({
      status: z.enum(DECISIONS),
      sales: z.array(z.object({ id: z.number(), version: z.number(), reference: z.string() })).readonly(),
      notes: z.string(),
      until: z.number(),
    }),
  )
  .readonly()
  // What an earlier version kept has no decisions.
  .default([]);
const zUnsent = z.object({ notes: zTexts, comments: zTexts, undoable: zDecisions, unknown: zDecisions });

/**
 * The reviewer's own decisions, and how to change them; always the same object. They are kept while another tab or screen is
 * open, and an answer that arrives there is recorded too. What a reload would lose is also kept in the browser, as unsent
 * input.
 */
export function useDecisionStore() {
  const queries = useQueryClient();
  const userId = useSession().user?.user_id;
  return useMemo(() => {
    const unsent = unsentInput(userId, 'review', zUnsent);
    const typed = unsent.get();
    const restored = keepUndoable(
      {
        ...NO_DECISIONS,
        notes: new Map(typed?.notes),
        comments: new Map(typed?.comments),
        undoable: typed?.undoable ?? [],
        unknown: typed?.unknown ?? [],
      },
      ({ until }) => until > steadyNow(),
    );
    const latest = (): Decisions => queries.getQueryData<Decisions>(KEY) ?? restored;
    return {
      latest,
      change(to: (now: Decisions) => Decisions): void {
        // No query observes them, and the cache would drop them after some minutes.
        queries.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
        const next = to(latest());
        queries.setQueryData<Decisions>(KEY, next);
        const { undoable } = next;
        const unknown = [...next.unknown, ...next.sent];
        const [notes, comments] = [[...next.notes], [...next.comments]];
        const isEmpty = notes.length + comments.length + undoable.length + unknown.length === 0;
        unsent.set(isEmpty ? null : { notes, comments, undoable, unknown });
      },
      // The cache also tells of queries that a component adds while it is rendered, when no other may be updated.
      subscribe: (listener: () => void) =>
        queries.getQueryCache().subscribe(({ query }) => query.queryHash === HASH && listener()),
    };
  }, [queries, userId]);
}

/** A part of the decisions. Only a change of it draws the component again: not every key that is typed into a note. */
export function useDecisions<T>(part: (now: Decisions) => T): T {
  const { latest, subscribe } = useDecisionStore();
  // `useQuery` would draw a moment later, which moves the cursor of a field to its end.
  return useSyncExternalStore(subscribe, () => part(latest()));
}

/** The notes on a sale, or the comment on its reports, that were typed and not sent, and how to change them. */
export function useUnsentText(of: 'notes' | 'comments', saleId: number) {
  const { change } = useDecisionStore();
  const text = useDecisions((now) => now[of].get(saleId) ?? '');
  return [text, (typed: string) => change((now) => withText(now, of, saleId, typed))] as const;
}
