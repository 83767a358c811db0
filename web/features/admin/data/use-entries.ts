import { skipToken } from '@tanstack/react-query';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import type { Page } from '../../../../src/contract/shared/primitives.ts';
import type { Query } from '../../../lib/server/fetched.ts';
import { type Answers, trpc } from '../../../lib/server/trpc.ts';
import { itemOf, pokemonOf } from '../../../sales/any-sale.ts';

import type { DataSearchParams } from './data-search-params.ts';

// React Query runs `select` again when the function changes, so these are constants.
const items = {
  select: ({ data, pagination }: Answers['admin']['items']): Page<AnySale> => ({
    data: data.map(itemOf),
    pagination,
  }),
};
const pokemon = {
  select: ({ data, pagination }: Answers['admin']['pokemon']): Page<AnySale> => ({
    data: data.map(pokemonOf),
    pagination,
  }),
};

/** One page of the sales of a kind, in any state. */
export function useEntries(kind: SaleKind, params: DataSearchParams): Query<Page<AnySale>> {
  const { section: _, ...rest } = params;
  const input = { ...rest, limit: LIMITS.adminPageSize };
  const ofItems = trpc.admin.items.useQuery(kind === 'item' ? input : skipToken, items);
  const ofPokemon = trpc.admin.pokemon.useQuery(kind === 'pokemon' ? input : skipToken, pokemon);
  return kind === 'item' ? ofItems : ofPokemon;
}
