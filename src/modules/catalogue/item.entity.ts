import { defineEntity, p } from '@mikro-orm/core';
import { catalogueTrigger } from '../changes/sale-change.entity.ts';

/** Where an item came from: the generated catalogue, an operator's CSV, or an approved sale. */
const ITEM_SOURCES = ['catalogue', 'import', 'market'] as const;
export type ItemSource = (typeof ITEM_SOURCES)[number];

export const ItemSchema = defineEntity({
  name: 'Item',
  tableName: 'item',
  triggers: [catalogueTrigger('item')],
  indexes: [
    {
      name: 'item_name_unique',
      expression: 'create unique index "item_name_unique" on "item" (name_key("name"::text))',
    },
  ],
  checks: [
    { name: 'item_source_check', expression: `"source" in ('catalogue', 'import', 'market')` },
    { name: 'item_merged_check', expression: `"merged_into" <> "item_id"` },
  ],
  properties: {
    itemId: p.integer().primary(),
    name: p.string().length(100),
    /** The generation that introduced the item; null for items that only this game has. */
    generation: p.smallint().nullable(),
    category: p.string().length(100).nullable(),
    imageUrl: p.string().length(2048).nullable(),
    /** Name of the item's picture on the public sprite sites, without extension: `master-ball`. */
    sprite: p.string().length(100).nullable(),
    source: p.string().length(20).$type<ItemSource>(),
    createdAt: p.datetime().defaultRaw('now()'),
    /**
     * The item that this one was merged into. A merged item is never offered; lookups of its name return the other
     * item.
     */
    mergedInto: p.integer().nullable().index('item_merged_into_index'),
  },
});

export class Item extends ItemSchema.class {}
ItemSchema.setClass(Item);
