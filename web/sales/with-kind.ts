import type { AnySale, ItemSale, PokemonSale } from '../../src/contract/sale/sale.ts';

/** A view does not draw a sale again that is the same object as before. */
const known = new WeakMap<ItemSale | PokemonSale, AnySale>();

function kept(sale: ItemSale | PokemonSale, shown: () => AnySale): AnySale {
  const made = known.get(sale) ?? shown();
  known.set(sale, made);
  return made;
}

/** Sales of one kind as they are shown in views of both; the same object for the same sale. */
export const itemOf = (sale: ItemSale): AnySale => kept(sale, () => ({ kind: 'item', ...sale }));
export const pokemonOf = (sale: PokemonSale): AnySale => kept(sale, () => ({ kind: 'pokemon', ...sale }));
