import type { AnySale } from './sale.ts';

export const saleName = (sale: AnySale): string =>
  sale.kind === 'item' ? sale.item_name : sale.pokemon_name;
