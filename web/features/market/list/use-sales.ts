import { skipToken } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MarketSearchParams } from '../../../../src/contract/market/market-search-params.ts';
import { listQuery } from '../../../../src/contract/market/page-queries.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { errorData } from '../../../lib/server/errors.ts';
import { type Fetched, useFetched } from '../../../lib/server/fetched.ts';
import { type Answers, trpc } from '../../../lib/server/trpc.ts';
import { itemOf, pokemonOf } from '../../../sales/with-kind.ts';

export interface SalesPage {
  sales: AnySale[];
  /** Of all matches, not only of this page. */
  total: number;
  totalPages: number;
}

/** Sales with the URL that they are of. */
export type FetchedSales = Fetched<SalesPage, MarketSearchParams>;

type Paged<T> = Pick<Answers['items']['list'], 'pagination'> & { data: T[] };

const pageOf = <T>({ data, pagination }: Paged<T>, of: (sale: T) => AnySale): SalesPage => ({
  sales: data.map(of),
  total: pagination.total,
  totalPages: pagination.totalPages,
});

/** One page of approved sales. */
export function useSales(params: MarketSearchParams): FetchedSales {
  const { kind } = params;
  const { path, input } = listQuery(params);
  const items = trpc.items.list.useQuery(path === 'items.list' ? input : skipToken);
  const pokemon = trpc.pokemon.list.useQuery(path === 'pokemon.list' ? input : skipToken);
  const { isFetching, error, refetch } = kind === 'item' ? items : pokemon;
  const { data: ofItems } = items;
  const { data: ofPokemon } = pokemon;
  // Not mapped by React Query, which compares every field of a mapped result with the previous one.
  const data = useMemo(() => {
    if (kind === 'item') return ofItems && pageOf(ofItems, itemOf);
    return ofPokemon && pageOf(ofPokemon, pokemonOf);
  }, [kind, ofItems, ofPokemon]);
  return useFetched({ data, isFetching, error, refetch }, kind, params);
}

/** The server's reason for refusing a query; null when there is no error or another one. */
export function refusalOf(error: unknown): string | null {
  const issues = errorData(error)?.details?.filter((detail) => detail.startsWith('query: '));
  return issues?.length ? issues.map((issue) => issue.slice('query: '.length)).join(', ') : null;
}
