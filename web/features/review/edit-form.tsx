import { useState } from 'react';
import { MESSAGES } from '../../../src/contract/messages.ts';
import { NameField, PriceInput, TraitFields } from '../../sales/draft-fields.tsx';
import { draftOf, type SaleDraft } from '../../sales/sale-draft.ts';
import type { AnySale } from '../../sales/sale-summary.ts';
import { showFaults, useDraftForm } from '../../sales/use-draft-form.ts';
import { FormAlert } from '../../ui/states.tsx';
import { reviewFailure } from './use-review.ts';

interface EditFormProps {
  /** Of the form, for a button outside it. */
  id: string;
  sale: AnySale;
  onSave: (draft: SaleDraft) => Promise<void>;
  onSaving: (saving: boolean) => void;
}

/** What a reviewer may change of a pending sale (SPEC section 3, "Payloads"). */
export function EditForm({ id, sale, onSave, onSaving }: EditFormProps) {
  const form = useDraftForm(sale.kind, draftOf(sale));
  const [failure, setFailure] = useState<string | null>(null);

  async function save(draft: SaleDraft) {
    setFailure(null);
    onSaving(true);
    try {
      await onSave(draft);
    } catch (error) {
      if (!showFaults(form, sale.kind, error)) setFailure(reviewFailure(error, MESSAGES.reviewSaveFailed));
    } finally {
      onSaving(false);
    }
  }

  return (
    <form id={id} noValidate className="space-y-5" onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <NameField form={form} kind={sale.kind} />
      {sale.kind === 'pokemon' && <TraitFields form={form} />}
      <PriceInput form={form} />
      <FormAlert>{failure}</FormAlert>
    </form>
  );
}
