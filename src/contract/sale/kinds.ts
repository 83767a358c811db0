/** The two kinds of sales. They differ only in their traits and field names. */
export const SALE_KINDS = ['item', 'pokemon'] as const;
export type SaleKind = (typeof SALE_KINDS)[number];

/** Names that differ between the kinds. */
export interface KindNames {
  kind: SaleKind;
  /** First segment of the kind's REST paths, and its tRPC router. */
  path: 'items' | 'pokemon';
  nameField: 'item_name' | 'pokemon_name';
  idField: 'item_id' | 'pokemon_id';
  /** Label of the kind's tab. */
  label: 'Items' | 'Pokemon';
}

export const KINDS = {
  item: { kind: 'item', path: 'items', nameField: 'item_name', idField: 'item_id', label: 'Items' },
  pokemon: {
    kind: 'pokemon',
    path: 'pokemon',
    nameField: 'pokemon_name',
    idField: 'pokemon_id',
    label: 'Pokemon',
  },
} as const satisfies Record<SaleKind, KindNames>;
