import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LIMITS } from '../../contract/shared/limits.ts';
import { uniqueIndex } from '../../db/tables/indexes.ts';
import { catalogueTrigger } from '../changes/sale-change.entity.ts';

export const Sprite = defineEntity({
  name: 'Sprite',
  tableName: 'sprite',
  triggers: [catalogueTrigger('sprite')],
  indexes: [uniqueIndex('sprite_variant_unique', '"sprite" ("pokemon_id", lower("variant"))')],
  properties: {
    id: p.integer().primary(),
    pokemonId: p.integer(),
    pokemonName: p.string().length(LIMITS.name.max),
    /** `Normal`, `Shiny`, or a variant such as a season; docs/product.md "Records". */
    variant: p.string().length(LIMITS.name.max),
    imgurUrl: p.string().length(2048),
  },
});
export type Sprite = InferEntity<typeof Sprite>;
