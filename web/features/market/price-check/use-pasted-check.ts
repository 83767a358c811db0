import { useState } from 'react';
import type { PriceCheck } from '../../../../src/contract/market/price-check-search-params.ts';
import type { PasteNotes } from '../../../../src/contract/paste/paste-notes.ts';
import { looksLikeSets } from '../../../../src/contract/paste/pasted-text.ts';
import { type PastedValue, pastedValues } from '../../../../src/contract/paste/pasted-value.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { usePasteAnywhere, usePastedSets } from '../../../sales/paste/use-paste.ts';
import { goToChecks } from './go-to-checks.ts';

/** What a check takes of pasted values; null when that is nothing. */
function valuesOf(kind: SaleKind, { price, spread }: PastedValue): Partial<PriceCheck> | null {
  const values = {
    ...(price !== undefined && { price }),
    ...(spread && kind === 'pokemon' && { spread }),
  };
  return Object.keys(values).length === 0 ? null : values;
}

/**
 * Price checks of sets that are pasted anywhere on the page: on the page of the set's pokemon for one, in a table for
 * several. Single values go into their own fields.
 */
export function usePastedCheck(kind: SaleKind, change: (values: Partial<PriceCheck>) => void) {
  const [notes, setNotes] = useState<PasteNotes | null>(null);
  const [closed, setClosed] = useState<PasteNotes | null>(null);
  const sets = usePastedSets((pasted) => setNotes(goToChecks(pasted)));
  usePasteAnywhere((text, target) => {
    if (looksLikeSets(text)) {
      void sets.read(text);
      return true;
    }
    const found = pastedValues(text);
    const values = found && valuesOf(kind, found.values);
    const isPriceField = target instanceof HTMLInputElement && target.name === 'price';
    if (!values || (isPriceField && !values.spread)) return false;
    change(values);
    const title = 'Filled in from the pasted text.';
    setNotes(found.notRead.length > 0 ? { title, notes: [], notRead: found.notRead } : null);
    return true;
  });
  return { ...sets, notes, closed, close: setClosed };
}
