import { skipToken } from '@tanstack/react-query';
import type { MarketSearchParams } from '../../../../src/contract/market/market-search-params.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { type Fetched, useFetched } from '../../../lib/server/fetched.ts';
import { type Answers, trpc } from '../../../lib/server/trpc.ts';
import { itemOf, pokemonOf } from '../../../sales/any-sale.ts';

export interface SalesPage {
  sales: AnySale[];
  /** Of all matches, not only of this page. */
  total: number;
  totalPages: number;
}

type Paged<T> = Pick<Answers['items']['list'], 'pagination'> & { data: T[] };

const pageOf = <T>({ data, pagination }: Paged<T>, of: (sale: T) => AnySale): SalesPage => ({
  sales: data.map(of),
  total: pagination.total,
  totalPages: pagination.totalPages,
});

// React Query maps the result again whenever the function changes, so these are constants.
const itemPage = { select: (page: Answers['items']['list']) => pageOf(page, itemOf) };
const pokemonPage = { select: (page: Answers['pokemon']['list']) => pageOf(page, pokemonOf) };

/** One page of approved sales. */
export function useSales({
  kind,
  filters,
  sort,
  order,
  page,
  limit,
}: MarketSearchParams): Fetched<SalesPage> {
  const { name, ...rest } = filters;
  const common = { ...rest, status: 'approved', order, page, limit } as const;
  const items = trpc.items.list.useQuery(
    kind === 'item' ? { ...common, item_name: name, sort: sort === 'name' ? 'item_name' : sort } : skipToken,
    itemPage,
  );
  const pokemon = trpc.pokemon.list.useQuery(
    kind === 'pokemon'
      ? { ...common, pokemon_name: name, sort: sort === 'name' ? 'pokemon_name' : sort }
      : skipToken,
    pokemonPage,
  );
  return useFetched(kind === 'item' ? items : pokemon, kind);
}
