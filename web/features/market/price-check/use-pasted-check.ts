import { useState } from 'react';
import { looksLikeSets } from '../../../../src/contract/paste/pasted-text.ts';
import { type PastedValue, pastedValue } from '../../../../src/contract/paste/pasted-value.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import type { PasteNotes } from '../../../sales/paste/paste-notes.ts';
import { usePasteAnywhere, usePastedSets } from '../../../sales/paste/use-paste.ts';
import { goToChecks } from './go-to-checks.ts';
import type { PriceCheck } from './price-check-search-params.ts';

/** What a check takes of a pasted value. */
function valuesOf(kind: SaleKind, { price, spread }: PastedValue): Partial<PriceCheck> | null {
  if (price !== undefined) return { price };
  return spread && kind === 'pokemon' ? { spread } : null;
}

/**
 * Price checks of sets that are pasted anywhere on the page: on the page of the set's pokemon for one, in a table for
 * several. A single value goes into its own field.
 */
export function usePastedCheck(kind: SaleKind, change: (values: Partial<PriceCheck>) => void) {
  const [refused, setRefused] = useState<PasteNotes | null>(null);
  const [closed, setClosed] = useState<PasteNotes | null>(null);
  const sets = usePastedSets((pasted) => setRefused(goToChecks(pasted)));
  usePasteAnywhere((text, target) => {
    if (looksLikeSets(text)) {
      void sets.read(text);
      return true;
    }
    const value = pastedValue(text);
    const values = value && valuesOf(kind, value);
    // The price field takes a price as it is.
    const isTaken =
      values?.price !== undefined && target instanceof HTMLInputElement && target.name === 'price';
    if (!values || isTaken) return false;
    change(values);
    return true;
  });
  return { ...sets, refused, closed, close: setClosed };
}
