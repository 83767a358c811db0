import type { z } from 'zod';
import { KINDS } from '../../contract/sale/kinds.ts';
import {
  zAdminItemEdit,
  zAdminPokemonEdit,
  zItemEdit,
  zItemHistory,
  zItemList,
  zItemPriceHistory,
  zItemSale,
  zItemSalePage,
  zItemSubmission,
  zPokemonEdit,
  zPokemonHistory,
  zPokemonList,
  zPokemonPriceHistory,
  zPokemonSale,
  zPokemonSalePage,
  zPokemonSubmission,
} from '../../contract/sale/sale.ts';
import type { SaleFilter } from '../market/sale.filter.ts';
import type { SaleOrder } from '../market/sale.queries.ts';
import { dated } from '../market/sale-query.filter.ts';
import type { PageRequest } from '../page-bounds.ts';
import { itemChange, itemDraft, pokemonChange, pokemonDraft } from './sale-draft.ts';

/** A list's input as the read models expect it. */
export interface ListRequest {
  filter: SaleFilter;
  order: SaleOrder;
  page: PageRequest;
}

type ListInput = z.output<typeof zItemList> | z.output<typeof zPokemonList>;

/**
 * Newest first by default.
 *
 * @param today in UTC
 */
function listRequest(input: ListInput, today: string): ListRequest {
  const names = { item_name: undefined, pokemon_name: undefined, ...input };
  const { page, limit, sort = 'date_sold', order = 'desc', item_name, pokemon_name, ...filter } = names;
  return {
    filter: { ...dated(filter, today), name: item_name ?? pokemon_name },
    order: { sort: sort === 'item_name' || sort === 'pokemon_name' ? 'name' : sort, order },
    page: { page, limit },
  };
}

/**
 * All differences between the kinds at the API: the schemas of inputs and outputs, and the conversion of inputs to the
 * one shape that the services use (docs/decisions/0001-one-sale-table.md).
 */
export const SALE_KIND_API = {
  item: {
    ...KINDS.item,
    submission: zItemSubmission,
    list: zItemList,
    edit: zItemEdit,
    adminEdit: zAdminItemEdit,
    history: zItemPriceHistory,
    sale: zItemSale,
    page: zItemSalePage,
    historyAnswer: zItemHistory,
    draft: itemDraft,
    change: itemChange,
    listRequest,
  },
  pokemon: {
    ...KINDS.pokemon,
    submission: zPokemonSubmission,
    list: zPokemonList,
    edit: zPokemonEdit,
    adminEdit: zAdminPokemonEdit,
    history: zPokemonPriceHistory,
    sale: zPokemonSale,
    page: zPokemonSalePage,
    historyAnswer: zPokemonHistory,
    draft: pokemonDraft,
    change: pokemonChange,
    listRequest,
  },
} as const;

export type SaleKindApi = (typeof SALE_KIND_API)[keyof typeof SALE_KIND_API];
