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

/** A list's input in the words of the read models. */
export interface ListRequest {
  filter: SaleFilter;
  order: SaleOrder;
  page: PageRequest;
}

type ListInput = z.output<typeof zItemList> | z.output<typeof zPokemonList>;

/**
 * Newest first unless asked otherwise.
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
 * Everything in which the kinds differ behind their REST paths: the shapes of what comes in and goes out, and how
 * they become the one shape that the services know (docs/decisions/0001-one-sale-table.md).
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
