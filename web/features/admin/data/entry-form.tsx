import { useEffect, useState } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import { MESSAGES } from '../../../../src/contract/messages.ts';
import { type AnySale, SALE_STATUSES, type SaleStatus } from '../../../../src/contract/sale.ts';
import { errorData } from '../../../lib/errors.ts';
import {
  DateSoldField,
  NameField,
  PriceInput,
  ProofField,
  TraitFields,
} from '../../../sales/draft-fields.tsx';
import { changesOf, draftOf, type SaleDraft } from '../../../sales/sale-draft.ts';
import { showFaults, useDraftForm } from '../../../sales/use-draft-form.ts';
import { Select } from '../../../ui/select.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { adminFailure } from '../admin-failure.ts';
import { entryName, STATUS_LABELS } from './entry-labels.ts';
import { useEntryActs } from './use-entry-actions.ts';

const STATUS_OPTIONS = SALE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

const CHANGED =
  'Somebody else changed this sale meanwhile, so nothing was saved. Close this and open it again to see it as it is now.';

interface EntryFormProps {
  /** Of the form, for a button outside it. */
  id: string;
  sale: AnySale;
  onSaving: (saving: boolean) => void;
  onSaved: () => void;
}

/** Every field of a sale, its status too. Sends what was changed alone. */
export function EntryForm({ id, sale, onSaving, onSaved }: EntryFormProps) {
  const before = draftOf(sale);
  const form = useDraftForm(sale.kind, before);
  const [status, setStatus] = useState(sale.status);
  const [notes, setNotes] = useState(sale.review_notes ?? '');
  const [failure, setFailure] = useState<string | null>(null);
  const { edit } = useEntryActs();

  useEffect(() => form.setFocus('name'), [form.setFocus]);

  async function save(draft: SaleDraft) {
    const changes = {
      ...changesOf(sale.kind, before, draft),
      ...(status !== sale.status && { status }),
      ...(notes !== (sale.review_notes ?? '') && { review_notes: notes.trim() || null }),
    };
    if (Object.keys(changes).length === 0) return onSaved();
    setFailure(null);
    onSaving(true);
    try {
      await edit(sale, changes);
      onSaved();
      showToast(`${entryName(sale)}, is saved.`, { tone: 'success' });
    } catch (error) {
      if (errorData(error)?.reason === 'STALE_VERSION') setFailure(CHANGED);
      else if (!showFaults(form, sale.kind, error)) setFailure(adminFailure(error, MESSAGES.dataSaveFailed));
    } finally {
      onSaving(false);
    }
  }

  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => void form.handleSubmit(save)(event)}
      className="grid gap-x-8 gap-y-5 lg:grid-cols-2"
    >
      <div className="min-w-0 space-y-5">
        <NameField form={form} kind={sale.kind} />
        {sale.kind === 'pokemon' && <TraitFields form={form} />}
        {sale.kind === 'item' && <SaleFields form={form} />}
      </div>
      <div className="min-w-0 space-y-5">
        {sale.kind === 'pokemon' && <SaleFields form={form} />}
        <Select
          label="Status"
          value={status}
          onValueChange={(next) => setStatus(next as SaleStatus)}
          options={STATUS_OPTIONS}
        />
        <TextArea
          label="Review notes"
          hint="The submitter can read them."
          maxLength={LIMITS.reviewNotes.max}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </div>
      <div className="lg:col-span-2">
        <FormAlert>{failure}</FormAlert>
      </div>
    </form>
  );
}

/** What was paid, when, and how one knows. */
function SaleFields({ form }: Parameters<typeof PriceInput>[0]) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <PriceInput form={form} />
        <DateSoldField form={form} />
      </div>
      <ProofField form={form} />
    </>
  );
}
