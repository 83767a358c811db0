import { type ResolverResult, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import { setFieldErrors } from '../../lib/forms.ts';
import { errorData } from '../../lib/server/errors.ts';
import { type SpeciesLookup, useSpecies } from '../fields/use-species.ts';
import { type DraftField, draftErrors, draftField, type SaleDraft } from './sale-draft.ts';

/** The form of a draft, and the species that its name means. */
export type DraftForm = UseFormReturn<SaleDraft> & { lookup: SpeciesLookup };

/** A form for the draft of a sale, validated on leaving a field and on sending. */
export function useDraftForm(kind: SaleKind, initial: SaleDraft): DraftForm {
  const form = useForm<SaleDraft>({ resolver, mode: 'onTouched', defaultValues: initial });
  const name = useWatch({ control: form.control, name: 'name' });
  const lookup = useSpecies(kind === 'pokemon' ? name : '');

  function resolver(values: SaleDraft): ResolverResult<SaleDraft> {
    const unknown = (values.name === name && lookup.unknown) || undefined;
    const errors = draftErrors(kind, values, unknown);
    return errors.size === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
  }
  return { ...form, lookup };
}

/**
 * Shows the server's refusal next to its fields, and focuses the first. Answers false when the refusal names no
 * field, or one that the form does not show: its message then belongs above the button.
 */
export function showErrors(form: UseFormReturn<SaleDraft>, kind: SaleKind, error: unknown): boolean {
  const messages = new Map<DraftField, string>();
  for (const [name, message] of Object.entries(errorData(error)?.fields ?? {})) {
    const field = draftField(kind, name);
    if (!field) return false;
    if (!messages.has(field)) messages.set(field, message);
  }
  void setFieldErrors(form, messages);
  return messages.size > 0;
}
