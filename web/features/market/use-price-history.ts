import { skipToken } from '@tanstack/react-query';
import type { PricePoint } from '../../../src/contract/sale.ts';
import { trpc } from '../../lib/trpc.ts';
import { useKept } from '../../lib/use-kept.ts';
import type { MarketAddress } from './market-address.ts';
import type { Fetched } from './use-sales.ts';

export interface History {
  /** Oldest first: single sales, or days of sales where there are very many. */
  data: PricePoint[];
  /** Sales, not points. */
  total_records: number;
}

/** Prices of one whole name over time, under the list's other filters; null asks for nothing. */
export function usePriceHistory(address: MarketAddress | null): Fetched<History> {
  const { name = '', exact: _, ...filters } = address?.filters ?? {};
  const input = address ? { ...filters, name, days: address.days } : skipToken;
  const items = trpc.items.priceHistory.useQuery(address?.kind === 'item' ? input : skipToken);
  const pokemon = trpc.pokemon.priceHistory.useQuery(address?.kind === 'pokemon' ? input : skipToken);
  const query = address?.kind === 'pokemon' ? pokemon : items;
  const { isFetching, error, refetch } = query;
  const data: History | undefined = query.data;
  const kept = useKept(data, `${address?.kind} ${name}`);
  return { data: kept, stale: kept !== data, fetching: isFetching, error, retry: refetch };
}
