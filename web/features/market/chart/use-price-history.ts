import { skipToken } from '@tanstack/react-query';
import type { Chart } from '../../../../src/contract/market/market.ts';
import {
  type MarketSearchParams,
  marketFilter,
  type Zoom,
} from '../../../../src/contract/market/market-search-params.ts';
import { type Fetched, useFetched } from '../../../lib/fetched.ts';
import { ALONE, trpc } from '../../../lib/trpc.ts';

/** Prices over time of the sales that the page's filter lets through; null asks for nothing. */
export function usePriceHistory(address: MarketSearchParams | null): Fetched<Chart> {
  const chart = trpc.market.chart.useQuery(
    address ? { ...marketFilter(address), days: address.days } : skipToken,
    ALONE,
  );
  return useFetched(chart, address?.kind ?? '');
}

/** The sales of some days, where so many match in the whole window that only days can be drawn; null asks nothing. */
export function useCloserHistory(address: MarketSearchParams, zoom: Zoom | null): Chart | undefined {
  const { filters } = address;
  const later = (a: string, b = a) => (a > b ? a : b);
  const earlier = (a: string, b = a) => (a < b ? a : b);
  const days = zoom && {
    date_from: later(zoom.from, filters.date_from),
    date_to: earlier(zoom.to, filters.date_to),
  };
  const { data } = trpc.market.chart.useQuery(
    days ? { ...marketFilter(address), ...days, days: address.days } : skipToken,
    ALONE,
  );
  return data;
}
