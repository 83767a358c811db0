import type { SaleStatus } from '../../src/contract/sale.ts';
import { spreadText } from '../ui/spread-glyph.tsx';
import type { Change } from './change-labels.ts';
import type { SaleDraft } from './sale-draft.ts';

/** What an admin may set beside the fields of a submission. */
export interface DecidedFields {
  status: SaleStatus;
  review_notes: string;
}

type Shown = SaleDraft & DecidedFields;

const FIELDS = [
  'name',
  'form',
  'ability',
  'nature',
  'spread',
  'level',
  'held_item',
  'is_shiny',
  'price',
  'date_sold',
  'proof_url',
  'status',
  'review_notes',
] as const satisfies readonly (keyof Shown)[];

const comparable = (shown: Shown, field: keyof Shown) =>
  field === 'spread' ? spreadText(shown.spread) : shown[field];

/** What a form has changed, field by field, as people read it. */
export const shownChanges = (before: Shown, after: Shown): Change[] =>
  FIELDS.map((field) => ({
    field,
    before: comparable(before, field),
    after: comparable(after, field),
  })).filter((change) => change.before !== change.after);

/** Takes over what somebody else changed meanwhile, except in the fields that were typed into here. */
export function rebase<T extends object>(typed: T, before: T, now: T): T {
  const was = new Map<string, unknown>(Object.entries(before));
  const mine = Object.entries(typed).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(was.get(field)),
  );
  return { ...now, ...Object.fromEntries(mine) };
}
