/** The two kinds of sales. They differ only in their traits and field names. */
export const SALE_KINDS = ['item', 'pokemon'] as const;
export type SaleKind = (typeof SALE_KINDS)[number];

export const otherKind = (kind: SaleKind): SaleKind => (kind === 'item' ? 'pokemon' : 'item');

/** Names that differ between the kinds: `path` is the first segment of REST paths and the tRPC router, `label` the tab. */
export const KINDS = {
  item: { kind: 'item', path: 'items', nameField: 'item_name', idField: 'item_id', label: 'Items' },
  pokemon: {
    kind: 'pokemon',
    path: 'pokemon',
    nameField: 'pokemon_name',
    idField: 'pokemon_id',
    label: 'Pokemon',
  },
} as const satisfies Record<SaleKind, object>;
