import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { useSession } from '../../../lib/server/session.tsx';
import { unsentInput } from '../../../lib/server/unsent-input.ts';
import { type Decisions, NO_DECISIONS } from './decisions.ts';

/** Among the account's data, which are cleared with its session. */
const KEY = ['review', 'decisions'];
const HASH = hashKey(KEY);

const zTexts = z.array(z.tuple([z.number(), z.string()]));
const zUnsent = z.object({ notes: zTexts, comments: zTexts });

/**
 * The reviewer's own decisions. They are kept while another tab or screen is open, and an answer that arrives there is
 * recorded too. Notes and comments are also kept in the browser, as unsent input.
 */
export function useDecisionStore() {
  const queries = useQueryClient();
  const userId = useSession().user?.user_id;
  const unsent = useMemo(() => unsentInput(userId, 'review', zUnsent), [userId]);
  const restored = useMemo(() => {
    const typed = unsent.get();
    return { ...NO_DECISIONS, notes: new Map(typed?.notes), comments: new Map(typed?.comments) };
  }, [unsent]);
  const latest = useCallback(() => queries.getQueryData<Decisions>(KEY) ?? restored, [queries, restored]);
  const change = useCallback(
    (to: (now: Decisions) => Decisions) => {
      // No query observes them, and the cache would drop them after some minutes.
      queries.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
      const next = to(latest());
      queries.setQueryData<Decisions>(KEY, next);
      const [notes, comments] = [[...next.notes], [...next.comments]];
      unsent.set(notes.length + comments.length > 0 ? { notes, comments } : null);
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
