import { type Dispatch, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { useReviewUpdates } from '../../../lib/live/review-updates.ts';
import { useLastDefined } from '../../../lib/server/fetched.ts';
import { KEPT } from '../../../lib/server/outcome-link.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import {
  findRow,
  knownTotal,
  lacksFields,
  openRows,
  type QueueAction,
  type ReviewQueue,
} from './review-queue.ts';
import { type ReviewSearchParams, scopeOf } from './review-search-params.ts';

/** Rows only change places when the reviewer asks for it, so a loaded page never refreshes by itself. */
const AS_LOADED = {
  meta: KEPT,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  structuralSharing: false,
} as const;

/** Updates in quick succession cause one refresh. */
const PAUSE_MS = 300;

/** Fetches the current state of sales. Those that cannot be fetched, such as deleted ones, are left out. */
export function useFetchSales(): (ids: readonly number[]) => Promise<ReviewSale[]> {
  const utils = trpc.useUtils();
  return async (ids) => {
    const requests = ids.map((id) => utils.reviews.detail.fetch({ id }, { staleTime: 0 }));
    const answers = await Promise.allSettled(requests);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.sale] : []));
  };
}

/** Debounces `work`: runs it once after a pause in the calls, and not before `isReady`. @returns calls it */
function useDebouncedCall(work: () => unknown, isReady: boolean): () => void {
  const [call, setCall] = useState<object | null>(null);
  const run = useEffectEvent(work);
  useEffect(() => {
    if (!isReady || !call) return;
    const timer = setTimeout(() => {
      setCall(null);
      run();
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [call, isReady]);
  // A new object, so that each call restarts the timer.
  return () => setCall({});
}

/** Loads the page of the search parameters into the queue, and applies live updates to it. */
export function useQueueRequest(
  { tab, view: _view, sale: _sale, ...list }: ReviewSearchParams,
  queue: ReviewQueue,
  dispatch: Dispatch<QueueAction>,
) {
  const scope = scopeOf(tab);
  const input = { scope, ...list };
  const utils = trpc.useUtils();
  const { data: latest, error, isFetching, refetch } = trpc.reviews.list.useQuery(input, AS_LOADED);
  // Deferred, so that React draws the page in short steps.
  const data = useDeferredValue(latest);
  const loaded = useLastDefined(data, scope);
  if (queue.page !== loaded) dispatch({ type: 'loaded', page: loaded });

  const fetchSales = useFetchSales();
  /** Shows the current state of sales. */
  const refreshSales = async (ids: readonly number[]) =>
    dispatch({ type: 'salesFetched', sales: await fetchSales(ids) });

  // While a page loads, the rows on screen are not its rows.
  const isCurrent = loaded !== undefined && loaded === latest;
  /** Shows the current state of the page, whose rows keep their places, and counts the sales that have arrived. */
  const refreshPage = useDebouncedCall(async () => {
    if (!loaded) return;
    const known = knownTotal(queue);
    const fresh = await utils.client.reviews.list.query(input).catch(() => null);
    if (!fresh) return;
    const isLast = scope !== 'all' && loaded.pagination.page >= loaded.pagination.totalPages;
    const { total } = fresh.pagination;
    dispatch({ type: 'pageRefreshed', page: loaded, sales: fresh.data, isLast, total, known });
    const present = new Set(fresh.data.map(({ sale_id }) => sale_id));
    const gone = openRows(queue).filter((sale) => !present.has(sale.sale_id));
    if (gone.length > 0) await refreshSales(gone.map(({ sale_id }) => sale_id));
  }, isCurrent);

  useReviewUpdates((update) => {
    // The page that is loading may be older than the update.
    if (!isCurrent) refreshPage();
    if (update.type === 'many') {
      void utils.reviews.detail.invalidate();
      return refreshPage();
    }
    if (update.type === 'checked') {
      const shown = queue.rows.filter(({ sale_id }) => update.sale_ids.includes(sale_id));
      for (const { sale_id: id } of shown) void utils.reviews.detail.invalidate({ id });
      return shown.length > 0 ? refreshPage() : undefined;
    }
    const { sale_id: id } = update;
    if (update.type === 'reports') {
      void utils.reviews.detail.invalidate({ id });
      if (scope === 'reported') refreshPage();
      else if (findRow(queue, id)) void refreshSales([id]);
      return;
    }
    dispatch({ type: 'saleChanged', event: update });
    void utils.reviews.detail.invalidate({ id });
    if (lacksFields(queue, update)) void refreshSales([id]);
  });

  return {
    refreshSales,
    /** The rows on screen do not belong to the current search parameters. */
    stale: loaded !== latest,
    isFetching,
    error,
    /** Loads the page again; sales decided in the meantime leave it. */
    refetch,
  };
}
