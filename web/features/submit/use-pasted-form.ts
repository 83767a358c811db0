import { useCallback, useState } from 'react';
import type { NamedSets } from '../../../src/contract/paste/named-sets.ts';
import { notesOf, nothingRead, type PasteNotes } from '../../../src/contract/paste/paste-notes.ts';
import { looksLikeSets } from '../../../src/contract/paste/pasted-text.ts';
import { type PastedValue, pastedValues } from '../../../src/contract/paste/pasted-value.ts';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import { counted } from '../../../src/contract/shared/plural.ts';
import { draftErrors, EMPTY_DRAFT, type SaleDraft } from '../../sales/draft/sale-draft.ts';
import { type FilledDraft, fillDraft, fillValue } from '../../sales/paste/fill-draft.ts';
import { usePasteAnywhere, usePastedSets } from '../../sales/paste/use-paste.ts';

/** The input of the form. */
export interface FormInput {
  kind: SaleKind;
  draft: SaleDraft;
}

interface Paste {
  report: PasteNotes;
  /** The input before it; null when nothing was filled in. */
  before: FormInput | null;
}

/** The input that both kinds have, with `own` input of one kind. */
export const commonInput = ({ price, date_sold, proof_url }: SaleDraft, own = EMPTY_DRAFT): SaleDraft => ({
  ...own,
  price,
  date_sold,
  proof_url,
});

/** Whether the field with the focus takes this value as it is. */
const takesItself = (target: EventTarget | null, values: PastedValue): boolean =>
  target instanceof HTMLInputElement && Object.keys(values).every((field) => field === target.name);

/** The first field that is still missing or wrong. */
export const firstOpenField = ({ kind, draft }: FormInput) =>
  draftErrors(kind, draft).keys().next().value ?? null;

/**
 * Fills the form with what is pasted anywhere on the page: a set, or a single value into its own field.
 *
 * @param isShown whether there is a form to fill in
 * @param current the input as it is
 * @param fill shows other input
 */
export function usePastedForm(isShown: boolean, current: () => FormInput, fill: (input: FormInput) => void) {
  const [paste, setPaste] = useState<Paste | null>(null);

  function show(
    kind: SaleKind,
    { draft, filled }: FilledDraft,
    from: string,
    rest: Omit<PasteNotes, 'title'>,
  ) {
    const before = current();
    const title = `Filled ${counted(filled.length, 'field')} from the pasted ${from}.`;
    setPaste({ report: { title, ...rest }, before });
    fill({ kind, draft });
  }

  const sets = usePastedSets(({ sets: [set, ...others], notRead }: NamedSets) => {
    if (!set) {
      setPaste({ report: nothingRead(notRead), before: null });
      return;
    }
    const { kind, draft } = current();
    const before = kind === 'pokemon' ? draft : commonInput(draft);
    const left = others.map(({ name }) => ({ line: name, reason: 'One form is one sale: submit it next' }));
    const rest = { notes: notesOf([set]), notRead: [...set.notRead, ...notRead, ...left] };
    show('pokemon', fillDraft(before, set), 'set', rest);
  });

  usePasteAnywhere((text, target) => {
    if (!isShown) return false;
    if (looksLikeSets(text)) {
      void sets.read(text);
      return true;
    }
    const found = pastedValues(text);
    const { kind, draft } = current();
    if (!found || takesItself(target, found.values)) return false;
    const { spread, ...common } = found.values;
    const filled = fillValue(draft, kind === 'item' ? common : found.values);
    if (filled.filled.length === 0) return false;
    const notes = spread && kind === 'item' ? ['An item has no IVs.'] : [];
    show(kind, filled, 'text', { notes, notRead: found.notRead });
    return true;
  });

  return {
    ...sets,
    paste,
    undo: () => {
      if (paste?.before) fill(paste.before);
      setPaste(null);
    },
    dismiss: useCallback(() => setPaste(null), []),
  };
}
