import type { LabelledField } from '../../contract/sale/field-labels.ts';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import { recordOf } from '../../contract/shared/record.ts';
import { ivProperty, type SaleProperty } from './sale-resolver.ts';

/** The properties of a sale that an edit shows; those left out are derived from them or cannot change. */
type Shown = Exclude<SaleProperty, 'kind' | 'item' | 'species' | 'proofThread'> | 'reviewNotes';

/** Response field names of the entity's properties. */
const FIELDS: Record<Shown, LabelledField> = {
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
  ...recordOf(STATS, ivProperty, ivColumn),
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
