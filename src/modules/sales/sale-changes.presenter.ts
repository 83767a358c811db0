import { ivColumn, STATS } from '../../contract/sale/ivs.ts';

/** Response field names of the entity's properties; the other properties are derived from these. */
const FIELDS: Record<string, string> = {
  name: 'name',
  price: 'price',
  dateSold: 'date_sold',
  proofUrl: 'proof_url',
  reviewNotes: 'review_notes',
  form: 'form',
  nature: 'nature',
  ability: 'ability',
  hiddenPower: 'hidden_power',
  level: 'level',
  isShiny: 'is_shiny',
  heldItem: 'held_item',
  ...Object.fromEntries(STATS.map((stat) => [`${stat}Iv`, ivColumn(stat)])),
};

export type RecordedValues = Record<string, unknown> | null;

/** The changes that an event recorded, by the field names of the API. */
export const presentChanges = (before: RecordedValues, after: RecordedValues) =>
  Object.entries(FIELDS)
    .filter(([property]) => property in { ...before, ...after })
    .map(([property, field]) => ({
      field,
      before: before?.[property] ?? null,
      after: after?.[property] ?? null,
    }));
