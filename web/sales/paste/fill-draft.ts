import type { PastedItem } from '../../../src/contract/paste/item-lines.ts';
import type { NamedSet } from '../../../src/contract/paste/named-sets.ts';
import type { PastedValue } from '../../../src/contract/paste/pasted-value.ts';
import { byStat } from '../../../src/contract/sale/ivs.ts';
import { isEmptySpread } from '../../../src/contract/sale/spreads.ts';
import { keysOf } from '../../../src/contract/shared/record.ts';
import type { DraftField, SaleDraft } from '../draft/sale-draft.ts';

/** A draft with values from a pasted text, and which of its fields those are. */
export interface FilledDraft {
  draft: SaleDraft;
  filled: DraftField[];
}

function filledWith(draft: SaleDraft, values: Partial<SaleDraft>): FilledDraft {
  const next = { ...draft, ...values };
  const filled = keysOf(values).filter((field) => values[field] !== undefined);
  return { draft: next, filled };
}

/** IVs that a text does not name stay as they are. */
const mergedSpread = (before: SaleDraft['spread'], after: SaleDraft['spread']): SaleDraft['spread'] =>
  byStat((stat) => after[stat] ?? before[stat]);

/**
 * Fills a draft with what a pasted set names; other fields keep their values. IVs that the set does not name are
 * filled in only where there are none.
 */
export function fillDraft(
  draft: SaleDraft,
  { name, form, held_item, fields, assumedIvs }: NamedSet,
): FilledDraft {
  const { hidden_power: _, spread, ...others } = fields;
  const takesIvs = spread && (!assumedIvs || isEmptySpread(draft.spread));
  return filledWith(draft, {
    name,
    ...(form && { form }),
    ...(held_item && { held_item }),
    ...others,
    ...(takesIvs && { spread: mergedSpread(draft.spread, spread) }),
  });
}

/** Fills in a pasted item. */
export const fillItem = (draft: SaleDraft, { name, values }: PastedItem): FilledDraft =>
  filledWith(draft, { name, ...values });

/** Fills in a single pasted value. */
export const fillValue = (draft: SaleDraft, { spread, ...others }: PastedValue): FilledDraft =>
  filledWith(draft, { ...others, ...(spread && { spread: mergedSpread(draft.spread, spread) }) });
