import { skipToken } from '@tanstack/react-query';
import type { MarketSearchParams } from '../../../../src/contract/market/market-search-params.ts';
import { listQuery } from '../../../../src/contract/market/page-queries.ts';
import { errorData } from '../../../lib/server/errors.ts';
import { type Fetched, useFetched } from '../../../lib/server/fetched.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { type SalesPage, useSalesOf } from '../../../sales/with-kind.ts';

/** Sales with the URL that they are of. */
export type FetchedSales = Fetched<SalesPage, MarketSearchParams>;

export function useSales(params: MarketSearchParams): FetchedSales {
  const { kind } = params;
  const { path, input } = listQuery(params);
  const items = trpc.items.list.useQuery(path === 'items.list' ? input : skipToken);
  const pokemon = trpc.pokemon.list.useQuery(path === 'pokemon.list' ? input : skipToken);
  return useFetched(useSalesOf(kind, items, pokemon), kind, params);
}

/** The server's reason for refusing a query; null when there is no error or another one. */
export function queryRefusal(error: unknown): string | null {
  const issues = errorData(error)?.details?.filter((detail) => detail.startsWith('query: '));
  return issues?.length ? issues.map((issue) => issue.slice('query: '.length)).join(', ') : null;
}
