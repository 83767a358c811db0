import { useMemo } from 'react';
import type { FilterNotes } from '../../src/contract/market/sale-filter.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import type { AnySale, ItemSale, PokemonSale } from '../../src/contract/sale/sale.ts';
import type { Page } from '../../src/contract/shared/primitives.ts';
import type { Query } from '../lib/server/fetched.ts';

/** Keeps the converted sales: a view does not draw a sale again if it is the same object. */
const known = new WeakMap<ItemSale | PokemonSale, AnySale>();

function kept(sale: ItemSale | PokemonSale, shown: () => AnySale): AnySale {
  const made = known.get(sale) ?? shown();
  known.set(sale, made);
  return made;
}

/** Sales of one kind as they are shown in views of both; the same object for the same sale. */
export const itemOf = (sale: ItemSale): AnySale => kept(sale, () => ({ kind: 'item', ...sale }));
const pokemonOf = (sale: PokemonSale): AnySale => kept(sale, () => ({ kind: 'pokemon', ...sale }));

/** Sales, with the sentences about what is unknown in their filter. */
export type SalesPage<S = AnySale> = Page<S> & Pick<FilterNotes, 'unknown'>;

const pageOf = <S>({ data, ...page }: SalesPage<S>, of: (sale: S) => AnySale): SalesPage => ({
  ...page,
  data: data.map(of),
});

/** The query of one kind, with its sales converted. The caller makes only that one; the other is ignored. */
export function useSalesOf(
  kind: SaleKind,
  items: Query<SalesPage<ItemSale>>,
  pokemon: Query<SalesPage<PokemonSale>>,
): Query<SalesPage> {
  const { isFetching, error, refetch } = kind === 'item' ? items : pokemon;
  const { data: ofItems } = items;
  const { data: ofPokemon } = pokemon;
  // Not mapped by React Query, which compares every field of a mapped result with the previous one.
  const data = useMemo(() => {
    if (kind === 'item') return ofItems && pageOf(ofItems, itemOf);
    return ofPokemon && pageOf(ofPokemon, pokemonOf);
  }, [kind, ofItems, ofPokemon]);
  return { data, isFetching, error, refetch };
}
