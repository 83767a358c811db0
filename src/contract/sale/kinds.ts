/** The two kinds of sales. They differ only in their traits and field names. */
export const SALE_KINDS = ['item', 'pokemon'] as const;
export type SaleKind = (typeof SALE_KINDS)[number];

export const otherKind = (kind: SaleKind): SaleKind => (kind === 'item' ? 'pokemon' : 'item');

/**
 * What differs between the kinds: `path` is the first segment of REST paths and the tRPC router; `label` is the tab, `title`
 * and `noun` are one of them in a label and in a sentence.
 */
export const KINDS = {
  item: {
    path: 'items',
    nameField: 'item_name',
    label: 'Items',
    title: 'Item',
    noun: 'an item',
  },
  pokemon: {
    path: 'pokemon',
    nameField: 'pokemon_name',
    label: 'Pokemon',
    title: 'Pokemon',
    noun: 'a pokemon',
  },
} as const satisfies Record<SaleKind, object>;
