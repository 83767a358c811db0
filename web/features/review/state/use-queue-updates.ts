import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReviewSale } from '../../../../src/contract/review.ts';
import { useReviewUpdates } from '../../../lib/review-updates.ts';
import { type Answers, trpc } from '../../../lib/trpc.ts';
import { useKept } from '../../../lib/use-kept.ts';
import {
  applyStep,
  arrivals,
  type Desk,
  deskOf,
  EMPTY_DESK,
  isOpen,
  layDown,
  noteArrivals,
  putSales,
  tellsTooLittle,
} from './review-queue.ts';
import { type ReviewAddress, scopeOf } from './review-search-params.ts';

type Page = Answers['reviews']['list'];

/** An answer stays as it came until the reviewer asks for another: nothing moves under their eyes. */
const AS_LOADED = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  structuralSharing: false,
} as const;

/** Many changes at once are asked after once. */
const SETTLE_MS = 300;

export interface Submissions {
  desk: Desk;
  /** The page as it was loaded; undefined before the first answer. */
  loaded: Page | undefined;
  /** What is shown is not what was asked for last. */
  stale: boolean;
  fetching: boolean;
  error: unknown;
  /** Loads the page anew; what was decided meanwhile leaves it. */
  reload: () => Promise<unknown>;
  /** Takes note of a step in a sale's history: the reviewer's own, before the server tells everybody. */
  note: (step: Parameters<typeof applyStep>[1]) => void;
  /** Takes note of a sale as it is now. */
  put: (sale: ReviewSale) => void;
  /** Asks what sales are now. */
  refresh: (ids: readonly number[]) => Promise<void>;
  /** New submissions that are not on the desk yet. */
  arrived: readonly number[];
  /** Lays them at its end. */
  showArrived: () => Promise<void>;
}

/** The submissions of an address, kept in step with what everybody does to them. */
export function useSubmissions(address: ReviewAddress): Submissions {
  const { tab, filters, page, limit } = address;
  const scope = scopeOf(tab);
  const input = { scope, ...filters, page, limit };
  const utils = trpc.useUtils();
  const { data, error, isFetching, refetch } = trpc.reviews.list.useQuery(input, AS_LOADED);
  const loaded = useKept(data, scope);
  const [state, setState] = useState<{ of: Page | undefined; desk: Desk }>({
    of: undefined,
    desk: EMPTY_DESK,
  });
  let { desk } = state;
  if (state.of !== loaded) {
    desk = loaded ? deskOf(loaded.data) : EMPTY_DESK;
    setState({ of: loaded, desk });
  }

  const change = useCallback(
    (next: (desk: Desk) => Desk) => setState((now) => ({ ...now, desk: next(now.desk) })),
    [],
  );
  const put = useCallback((sale: ReviewSale) => change((now) => putSales(now, [sale])), [change]);
  const note = useCallback<Submissions['note']>((step) => change((now) => applyStep(now, step)), [change]);

  /** Sales that cannot be met any more, such as deleted ones, are left as they were. */
  const fetchSales = useCallback(
    async (ids: readonly number[]) => {
      const asked = ids.map((id) => utils.reviews.detail.fetch({ id }, { staleTime: 0 }));
      const answers = await Promise.allSettled(asked);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.sale] : []));
    },
    [utils],
  );
  const refresh = useCallback(
    async (ids: readonly number[]) => {
      const sales = await fetchSales(ids);
      change((now) => putSales(now, sales));
    },
    [fetchSales, change],
  );

  async function refreshAll() {
    const fresh = await utils.client.reviews.list.query(input).catch(() => null);
    // Another page is on its way: this answer is not of the rows that are shown.
    if (!fresh || !loaded || loaded !== data) return;
    const found = new Set(fresh.data.map((sale) => sale.sale_id));
    const last = loaded.pagination.page >= loaded.pagination.totalPages;
    change((now) => {
      const then = putSales(now, fresh.data);
      return scope === 'pending' && last ? noteArrivals(then, fresh.data) : then;
    });
    const gone = desk.rows.filter((sale) => isOpen(sale) && !found.has(sale.sale_id));
    if (gone.length > 0) await refresh(gone.map((sale) => sale.sale_id));
  }
  const latest = useRef(refreshAll);
  useEffect(() => {
    latest.current = refreshAll;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refreshSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void latest.current(), SETTLE_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  useReviewUpdates((update) => {
    if (update.type === 'many') {
      void utils.reviews.detail.invalidate();
      return refreshSoon();
    }
    if (update.type === 'checked') {
      const shown = desk.rows.filter((sale) => update.sale_ids.includes(sale.sale_id));
      for (const { sale_id: id } of shown) void utils.reviews.detail.invalidate({ id });
      return shown.length > 0 ? refreshSoon() : undefined;
    }
    const { sale_id: id } = update;
    note(update);
    void utils.reviews.detail.invalidate({ id });
    if (tellsTooLittle(desk, update)) void refresh([id]);
  });

  const arrived = scope === 'pending' ? arrivals(desk) : [];
  return {
    desk,
    loaded,
    stale: loaded !== data,
    fetching: isFetching,
    error,
    reload: refetch,
    note,
    put,
    refresh,
    arrived,
    async showArrived() {
      const sales = await fetchSales(arrived.slice(0, limit));
      change((now) => layDown(now, sales));
    },
  };
}
