import { useCallback, useState } from 'react';
import { readItem } from '../../../src/contract/paste/item-lines.ts';
import type { NamedSets } from '../../../src/contract/paste/named-sets.ts';
import { notesOf, nothingRead, type PasteNotes } from '../../../src/contract/paste/paste-notes.ts';
import { looksLikeSets } from '../../../src/contract/paste/pasted-text.ts';
import { type PastedValue, pastedValues } from '../../../src/contract/paste/pasted-value.ts';
import { inPastedOrder, NEXT_SALE, unparsedLine } from '../../../src/contract/paste/unparsed-line.ts';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import { counted } from '../../../src/contract/shared/plural.ts';
import { serverNow } from '../../lib/clock.ts';
import { rebase } from '../../sales/draft/sale-changes.ts';
import { draftErrors, type SaleDraft } from '../../sales/draft/sale-draft.ts';
import type { FormInput, UnsentForm } from '../../sales/draft/unsent-form.ts';
import { type FilledDraft, fillDraft, fillItem, fillValue } from '../../sales/paste/fill-draft.ts';
import { usePasteAnywhere, usePastedSets } from '../../sales/paste/use-paste.ts';

interface Paste {
  /** The kind of the form that the report is about. */
  kind: SaleKind;
  report: PasteNotes;
  /** Brings back the input before it; null when nothing was filled in. */
  undo: (() => void) | null;
}

const SPREAD = /\s(?:\d{1,3}|x)([/-])(?:(?:\d{1,3}|x)\1){4}(?:\d{1,3}|x)/i;

/** Whether a line is a pokemon as players write it in chats or spreadsheets: `Garchomp Jolly 31/31/31/0/31/31`. */
const hasSpreadOfName = (text: string): boolean =>
  text.split(/[\r\n]+/).some((line) => /\p{L}{3}/u.test(line.slice(0, Math.max(0, line.search(SPREAD)))));

/** Whether lines are pasted outside of a field, or into one for a name, which would take them as a name. */
const takesLines = (target: EventTarget | null): boolean =>
  !(target instanceof HTMLInputElement) ||
  ['radio', 'checkbox'].includes(target.type) ||
  target.getAttribute('role') === 'combobox';

/** Whether the field with the focus takes this value as it is. */
const takesItself = (target: EventTarget | null, values: PastedValue): boolean =>
  target instanceof HTMLInputElement && Object.keys(values).every((field) => field === target.name);

/** The first field that is still missing or wrong. */
export const firstOpenField = ({ kind, draft }: FormInput) =>
  draftErrors(kind, draft).keys().next().value ?? null;

/** Takes a paste back, but nothing that was typed since. A form and an ability may have followed the name by themselves. */
function undone(now: SaleDraft, asPasted: SaleDraft, before: SaleDraft): SaleDraft {
  const { form, ability } = before;
  const draft = rebase(now, asPasted, before);
  return draft.name === now.name ? draft : { ...draft, form, ability };
}

/**
 * Fills a form with what is pasted anywhere on the page: a set, or a single value into its own field.
 *
 * @param isShown whether the form is shown
 * @param onFilled called after the input was changed
 */
export function usePastedForm(form: UnsentForm, isShown: boolean, onFilled: () => void) {
  const [paste, setPaste] = useState<Paste | null>(null);

  function fill(
    kind: SaleKind,
    filledIn: (draft: SaleDraft) => FilledDraft,
    from: string,
    rest: Omit<PasteNotes, 'title'>,
  ) {
    const { kind: kindBefore } = form.get();
    form.show(kind);
    const { draft: before } = form.input();
    const { draft, filled } = filledIn(before);
    form.type({ kind, draft });
    const title = `Filled ${counted(filled.length, 'field')} from the pasted ${from}.`;
    const undo = () => {
      form.show(kind);
      form.type({ kind, draft: undone(form.input().draft, draft, before) });
      form.show(kindBefore);
      setPaste(null);
      onFilled();
    };
    setPaste({ kind, report: { title, ...rest }, undo });
    onFilled();
  }

  const sets = usePastedSets(({ sets: [set, ...others], notRead }: NamedSets) => {
    if (!set) {
      setPaste({ kind: form.get().kind, report: nothingRead(notRead), undo: null });
      return;
    }
    const left = others.map(({ line, at }) => unparsedLine(line, NEXT_SALE, at));
    const rest = {
      notes: notesOf([set], ['number of perfect IVs']),
      notRead: inPastedOrder([...set.notRead, ...notRead, ...left]),
    };
    fill('pokemon', (draft) => fillDraft(draft, set), 'set', rest);
  });

  usePasteAnywhere((text, target) => {
    if (!isShown) return false;
    if (looksLikeSets(text) || hasSpreadOfName(text)) {
      void sets.read(text);
      return true;
    }
    const { kind, draft } = form.input();
    const item = takesLines(target) ? readItem(text, serverNow()) : null;
    if (item && kind === 'pokemon') {
      void sets.read(text);
      return true;
    }
    if (item) {
      fill(kind, () => fillItem(draft, item), 'line', { notes: [], notRead: item.notRead });
      return true;
    }
    const found = pastedValues(text, serverNow());
    if (!found || takesItself(target, found.values)) return false;
    const { spread, ...common } = found.values;
    const filled = fillValue(draft, kind === 'item' ? common : found.values);
    if (filled.filled.length === 0) return false;
    const notes = spread && kind === 'item' ? ['An item has no IVs.'] : [];
    fill(kind, () => filled, 'text', { notes, notRead: found.notRead });
    return true;
  });

  return {
    ...sets,
    paste: paste?.kind === form.get().kind ? paste : null,
    dismiss: useCallback(() => setPaste(null), []),
  };
}
