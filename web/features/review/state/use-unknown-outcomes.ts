import { type Dispatch, useEffect, useEffectEvent } from 'react';
import { useSession } from '../../../lib/server/session.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { isMadeBy, settled } from './decisions.ts';
import { withdrawFailures } from './failure-alerts.ts';
import { decisionLabel } from './review-labels.ts';
import { findRow, type QueueAction, type ReviewQueue } from './review-queue.ts';
import { useDecisionStore, useDecisions } from './use-decision-store.ts';
import { useFetchSales } from './use-queue-request.ts';

const CHECK_MS = 3_000;

/**
 * Looks up decisions whose outcome is unknown: when their rows show them, when the network is back, and from time to time.
 * Those that were made can be undone while that is possible.
 */
export function useUnknownOutcomes(queue: ReviewQueue, dispatch: Dispatch<QueueAction>): void {
  const { user } = useSession();
  const { latest, change } = useDecisionStore();
  const fetchSales = useFetchSales();
  const unknown = useDecisions((now) => now.unknown);
  const isShown = unknown.some((decision) =>
    decision.sales.some(({ id }) => isMadeBy(user, decision, findRow(queue, id))),
  );

  const check = useEffectEvent(async () => {
    const ids = unknown.flatMap(({ sales }) => sales.map(({ id }) => id));
    const sales = await fetchSales(ids);
    dispatch({ type: 'salesFetched', sales });
    const before = latest().undoable;
    change((now) => settled(now, sales, user));
    for (const decision of latest().undoable.filter((one) => !before.includes(one))) {
      withdrawFailures(decision);
      announce(`${decisionLabel(decision)}.`);
    }
  });

  const isWaiting = unknown.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const checkNow = () => void check();
    if (isShown) checkNow();
    const timer = setInterval(checkNow, CHECK_MS);
    addEventListener('online', checkNow);
    return () => {
      clearInterval(timer);
      removeEventListener('online', checkNow);
    };
  }, [isWaiting, isShown]);
}
