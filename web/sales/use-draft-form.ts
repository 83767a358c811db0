import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { SaleKind } from '../../src/contract/kinds.ts';
import { errorData } from '../lib/errors.ts';
import { setFaults } from '../lib/forms.ts';
import { type DraftField, draftFaults, draftField, type SaleDraft } from './sale-draft.ts';

/** A form that holds a sale's draft: checked on leaving a field and on sending. */
export function useDraftForm(kind: SaleKind, initial: SaleDraft): UseFormReturn<SaleDraft> {
  const resolver: Resolver<SaleDraft> = (values) => {
    const faults = draftFaults(kind, values);
    return faults.size === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(faults) };
  };
  return useForm<SaleDraft>({ resolver, mode: 'onTouched', defaultValues: initial });
}

/**
 * Puts what the server refused beside its fields, and the cursor on the first. False when it named none, or one
 * that the form does not show: the sentence then belongs above the button.
 */
export function showFaults(form: UseFormReturn<SaleDraft>, kind: SaleKind, error: unknown): boolean {
  const faults = new Map<DraftField, string>();
  for (const [name, message] of Object.entries(errorData(error)?.fields ?? {})) {
    const field = draftField(kind, name);
    if (!field) return false;
    if (!faults.has(field)) faults.set(field, message);
  }
  void setFaults(form, faults);
  return faults.size > 0;
}
