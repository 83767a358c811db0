import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LIMITS } from '../../contract/shared/limits.ts';
import { uniqueIndex } from '../../db/tables/indexes.ts';
import { catalogueTrigger } from '../changes/sale-change.entity.ts';

/** An ability of a form, and the first generation (5–9) in which the form may have it. */
export interface FormAbility {
  name: string;
  since: number;
  /** The first generation in which it is the form's hidden ability, until a later one is. */
  hiddenSince?: number;
}

/** A species of the catalogue; its forms are separate rows. */
export const Species = defineEntity({
  name: 'Species',
  tableName: 'species',
  triggers: [catalogueTrigger('species')],
  indexes: [uniqueIndex('species_name_unique', '"species" (name_key("name"::text))')],
  properties: {
    /** National dex number. */
    speciesId: p.integer().primary().autoincrement(false),
    name: p.string().length(100),
    generation: p.smallint(),
  },
});
export type Species = InferEntity<typeof Species>;

/** A form of a species with the abilities it may have. */
export const SpeciesForm = defineEntity({
  name: 'SpeciesForm',
  tableName: 'species_form',
  triggers: [catalogueTrigger('species_form')],
  indexes: [uniqueIndex('species_form_name_unique', '"species_form" ("species_id", lower("form"))')],
  properties: {
    species: () => p.manyToOne(Species).primary().joinColumn('species_id').deleteRule('cascade'),
    /** `Normal` for the base form, else the form's own name, such as `Alola` or `Attack`. */
    form: p.string().length(100).primary(),
    /** The generation that introduced the form. */
    generation: p.smallint(),
    /** The first of its types; null until a catalogue with types is loaded. */
    type: p.string().length(20).nullable(),
    abilities: p.json().$type<FormAbility[]>(),
    /** Name of the form's picture on the public sprite sites, without extension: `vulpix-alola`. */
    sprite: p.string().length(100),
  },
});

export const Ability = defineEntity({
  name: 'Ability',
  tableName: 'ability',
  triggers: [catalogueTrigger('ability')],
  indexes: [uniqueIndex('ability_name_unique', '"ability" (lower("name"))')],
  properties: {
    /** The ability's number in the games, so that it survives a regenerated catalogue. */
    abilityId: p.integer().primary().autoincrement(false),
    name: p.string().length(100),
    generation: p.smallint(),
  },
});

/** The single row that identifies the catalogue file loaded last. */
export const CatalogueVersion = defineEntity({
  name: 'CatalogueVersion',
  tableName: 'catalogue_version',
  checks: [{ name: 'catalogue_version_single_row', expression: '"id" = 1' }],
  properties: {
    id: p.smallint().primary().autoincrement(false),
    /** SHA-256 of the loaded catalogue file, in hex. */
    hash: p.string().length(64),
  },
});

/** Where an item came from: the generated catalogue, an operator's CSV, or an approved sale. */
const ITEM_SOURCES = ['catalogue', 'import', 'market'] as const;
export type ItemSource = (typeof ITEM_SOURCES)[number];

export const Item = defineEntity({
  name: 'Item',
  tableName: 'item',
  triggers: [catalogueTrigger('item')],
  indexes: [uniqueIndex('item_name_unique', '"item" (name_key("name"::text))')],
  checks: [
    { name: 'item_source_check', expression: `"source" in ('catalogue', 'import', 'market')` },
    { name: 'item_merged_check', expression: `"merged_into" <> "item_id"` },
  ],
  properties: {
    itemId: p.integer().primary(),
    name: p.string().length(LIMITS.name.max),
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
export type Item = InferEntity<typeof Item>;
