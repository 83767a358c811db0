import { z } from 'zod';
import { spreadText } from '../../../src/contract/sale/spreads.ts';
import { SALE_STATUSES } from '../../../src/contract/sale/statuses.ts';
import { keysOf } from '../../../src/contract/shared/record.ts';
import type { SaleDraft } from './sale-draft.ts';

/** A changed field, in a history or in a form. */
export interface FieldChange {
  field: string;
  before?: unknown;
  after?: unknown;
}

/** What admins may set besides the fields of a submission. */
export const zReviewFields = z.object({ status: z.enum(SALE_STATUSES), review_notes: z.string() });
export type ReviewFields = z.output<typeof zReviewFields>;

type EditedFields = SaleDraft & Partial<ReviewFields>;

const comparable = (values: EditedFields, field: keyof EditedFields) =>
  field === 'spread' ? spreadText(values.spread) : values[field];

/** The changes of a sale, or of its form, by field; the IVs count as one. */
export const fieldChanges = (before: EditedFields, after: EditedFields): FieldChange[] =>
  keysOf(before)
    .map((field) => ({ field, before: comparable(before, field), after: comparable(after, field) }))
    .filter((change) => change.before !== change.after);

/** Applies the changes of a form to a newer version of what it edits. @param base what the form was opened with */
export function rebase<T extends object>(edited: T, base: T, current: T): T {
  const before = new Map<string, unknown>(Object.entries(base));
  const changed = Object.entries(edited).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before.get(field)),
  );
  return { ...current, ...Object.fromEntries(changed) };
}
