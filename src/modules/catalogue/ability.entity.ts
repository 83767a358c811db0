import { defineEntity, p } from '@mikro-orm/core';
import { catalogueTrigger } from '../changes/sale-change.entity.ts';

/** An ability of the catalogue. */
export const AbilitySchema = defineEntity({
  name: 'Ability',
  tableName: 'ability',
  triggers: [catalogueTrigger('ability')],
  indexes: [
    {
      name: 'ability_name_unique',
      expression: 'create unique index "ability_name_unique" on "ability" (lower("name"))',
    },
  ],
  properties: {
    /** The ability's number in the games, so that it survives a regenerated catalogue. */
    abilityId: p.integer().primary().autoincrement(false),
    name: p.string().length(100),
    generation: p.smallint(),
  },
});
