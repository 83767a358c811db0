import type { AnySale } from './sale.ts';

/** The name of what was sold. */
export const saleName = (sale: AnySale): string =>
  sale.kind === 'item' ? sale.item_name : sale.pokemon_name;
