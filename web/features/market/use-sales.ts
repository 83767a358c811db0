import { skipToken } from '@tanstack/react-query';
import type { AnySale } from '../../../src/contract/sale.ts';
import { type Answers, trpc } from '../../lib/trpc.ts';
import { useKept } from '../../lib/use-kept.ts';
import { itemOf, pokemonOf } from '../../sales/sale-summary.ts';
import type { MarketAddress } from './market-address.ts';

export interface SalesPage {
  sales: AnySale[];
  /** Of all matches, not of the page. */
  total: number;
  totalPages: number;
}

/** An answer, and how far it can be relied on. */
export interface Fetched<T> {
  /** The newest answer there is: while another loads or has failed, the one before. */
  data: T | undefined;
  /** `data` answers an earlier question. */
  stale: boolean;
  fetching: boolean;
  error: unknown;
  retry: () => Promise<unknown>;
}

type Paged<T> = Pick<Answers['items']['list'], 'pagination'> & { data: T[] };

const pageOf = <T>({ data, pagination }: Paged<T>, of: (sale: T) => AnySale): SalesPage => ({
  sales: data.map(of),
  total: pagination.total,
  totalPages: pagination.totalPages,
});

// React Query maps an answer again when its function is another one: these stay the same.
const itemPage = { select: (page: Answers['items']['list']) => pageOf(page, itemOf) };
const pokemonPage = { select: (page: Answers['pokemon']['list']) => pageOf(page, pokemonOf) };

/** One page of approved sales. */
export function useSales({ kind, filters, sort, order, page, limit }: MarketAddress): Fetched<SalesPage> {
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
  const { data, isFetching, error, refetch } = kind === 'item' ? items : pokemon;
  const kept = useKept(data, kind);
  return { data: kept, stale: kept !== data, fetching: isFetching, error, retry: refetch };
}
