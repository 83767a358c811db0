import type { AnySale, ItemSale, PokemonSale } from '../../src/contract/sale/sale.ts';

/** Sales of one kind as they are shown in views of both. */
export const itemOf = (sale: ItemSale): AnySale => ({ kind: 'item', ...sale });
export const pokemonOf = (sale: PokemonSale): AnySale => ({ kind: 'pokemon', ...sale });
