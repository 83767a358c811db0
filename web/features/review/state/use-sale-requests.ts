import { useSession } from '../../../lib/server/session.tsx';
import { trpc } from '../../../lib/server/trpc.ts';
import { useReviewQueue } from './queue-context.tsx';
import { isConflict } from './review-labels.ts';
import type { SaleEvent } from './review-queue.ts';
import { useFetchSales } from './use-queue-request.ts';

/** A sale as a request that changes it names it: the server refuses when the version is outdated. */
export const versionOf = ({ sale_id: id, version }: { sale_id: number; version: number }) => ({
  id,
  version,
});

/** What all requests that change sales have in common. */
export function useSaleRequests() {
  const utils = trpc.useUtils();
  const { dispatch } = useReviewQueue();
  const { user } = useSession();
  const fetchSales = useFetchSales();

  const refresh = async (ids: readonly number[]) =>
    dispatch({ type: 'salesFetched', sales: await fetchSales(ids) });

  /** Invalidates what shows the sales, also when the request fails: it may have changed them all the same. */
  async function withInvalidation<T>(request: Promise<T>, ids: readonly number[]): Promise<T> {
    try {
      return await request;
    } finally {
      void utils.reviews.counts.invalidate();
      for (const id of ids) void utils.reviews.detail.invalidate({ id });
      for (const market of [utils.items, utils.pokemon]) void market.invalidate();
    }
  }

  return {
    refresh,
    withInvalidation,
    /** Like `withInvalidation` for one sale; when someone else changed it first, the queue then shows that. */
    async withRefresh<T>(request: Promise<T>, id: number): Promise<T> {
      try {
        return await withInvalidation(request, [id]);
      } catch (error) {
        if (isConflict(error)) await refresh([id]);
        throw error;
      }
    },
    /** Records that a sale waits for review again, before the server reports it to everyone. */
    noteOpen: (
      sale_id: number,
      event: 'undone' | 'returned',
      { status, version }: Pick<SaleEvent, 'status' | 'version'>,
    ) =>
      dispatch({
        type: 'saleChanged',
        event: {
          type: 'sale',
          sale_id,
          event,
          status,
          version,
          by: user?.username ?? null,
          at: new Date().toISOString(),
        },
      }),
  };
}
