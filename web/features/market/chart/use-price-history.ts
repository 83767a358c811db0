import { skipToken } from '@tanstack/react-query';
import type { Chart } from '../../../../src/contract/market/market.ts';
import {
  type MarketSearchParams,
  marketFilter,
  type Zoom,
} from '../../../../src/contract/market/market-search-params.ts';
import { dropStaleOnError, type Fetched, useFetched } from '../../../lib/server/fetched.ts';
import { trpc, UNBATCHED } from '../../../lib/server/trpc.ts';
import { refusalOf } from '../query/query-refusal.ts';

/**
 * The price history of the sales that match the page's filter.
 *
 * @param wanted false loads nothing
 */
export function usePriceHistory(
  params: MarketSearchParams,
  wanted: boolean,
): Fetched<Chart, MarketSearchParams> {
  const chart = trpc.market.chart.useQuery(
    wanted ? { ...marketFilter(params), days: params.days } : skipToken,
    UNBATCHED,
  );
  const history = useFetched(chart, wanted ? params.kind : '', params);
  // While a query is typed it is refused again and again: the chart stays, as the list does.
  return refusalOf(history.error) ? history : dropStaleOnError(history);
}

/** The single sales of some days, when the whole window has too many and shows daily totals; null loads nothing. */
export function useCloserHistory(params: MarketSearchParams, zoom: Zoom | null): Chart | undefined {
  const { filters } = params;
  const later = (a: string, b = a) => (a > b ? a : b);
  const earlier = (a: string, b = a) => (a < b ? a : b);
  const days = zoom && {
    date_from: later(zoom.from, filters.date_from),
    date_to: earlier(zoom.to, filters.date_to),
  };
  const { data } = trpc.market.chart.useQuery(
    days ? { ...marketFilter(params), ...days, days: params.days } : skipToken,
    UNBATCHED,
  );
  return data;
}
