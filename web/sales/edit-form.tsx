import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { LIMITS } from '../../src/contract/limits.ts';
import { MESSAGES } from '../../src/contract/messages.ts';
import type { ReviewSale } from '../../src/contract/review.ts';
import { SALE_STATUSES, type SaleStatus } from '../../src/contract/sale.ts';
import { reviewFailure, STATUS_WORDS } from '../features/review/state/review-labels.ts';
import type { Changes } from '../features/review/state/use-sale-mutations.ts';
import { errorData } from '../lib/errors.ts';
import { Select } from '../ui/select.tsx';
import { FormAlert } from '../ui/states.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { ChangeList } from './change-list.tsx';
import { DateSoldField, NameField, PriceInput, ProofField, TraitFields } from './draft-fields.tsx';
import { type DecidedFields, rebase, shownChanges } from './sale-changes.ts';
import { changesOf, draftOf, type SaleDraft } from './sale-draft.ts';
import { showFaults, useDraftForm } from './use-draft-form.ts';

interface EditFormProps {
  /** Of the form, for a button outside it. */
  id: string;
  sale: ReviewSale;
  /** Every field, on a sale in any state. */
  asAdmin: boolean;
  /** @throws what the server refused */
  onSave: (sale: ReviewSale, changes: Changes) => Promise<void>;
  onSaving: (saving: boolean) => void;
  onDone: () => void;
}

const STATUS_OPTIONS = SALE_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }));

const decidedOf = (sale: ReviewSale): DecidedFields => ({
  status: sale.status,
  review_notes: sale.review_notes ?? '',
});

interface DecidedInputsProps {
  value: DecidedFields;
  onChange: (value: DecidedFields) => void;
}

function DecidedInputs({ value, onChange }: DecidedInputsProps) {
  return (
    <>
      <Select
        label="Status"
        value={value.status}
        onValueChange={(status) => onChange({ ...value, status: status as SaleStatus })}
        options={STATUS_OPTIONS}
        className="sm:max-w-60"
      />
      <TextArea
        label="Review notes"
        hint="The submitter can read them."
        maxLength={LIMITS.reviewNotes.max}
        value={value.review_notes}
        onChange={(event) => onChange({ ...value, review_notes: event.target.value })}
      />
    </>
  );
}

/** What may be changed of a sale (SPEC section 3, "Payloads"), and beside it what is changed so far. */
export function EditForm({ id, sale, asAdmin, onSave, onSaving, onDone }: EditFormProps) {
  // What the changes are held against: the sale as it was when the form was opened.
  const [base, setBase] = useState(sale);
  const [decided, setDecided] = useState(() => decidedOf(sale));
  const [failure, setFailure] = useState<string | null>(null);
  const [overtaken, setOvertaken] = useState(false);
  const form = useDraftForm(sale.kind, draftOf(sale));
  const typed = useWatch({ control: form.control }) as SaleDraft;
  const changes = shownChanges({ ...draftOf(base), ...decidedOf(base) }, { ...typed, ...decided });
  const withStatus = asAdmin && base.status !== 'pending';

  useEffect(() => form.setFocus('name'), [form.setFocus]);

  // What somebody else changed was not written over: from here on the form changes the sale as it is now.
  useEffect(() => {
    if (!overtaken || sale.version === base.version) return;
    setOvertaken(false);
    setBase(sale);
    setDecided((mine) => rebase(mine, decidedOf(base), decidedOf(sale)));
    form.reset(rebase(form.getValues(), draftOf(base), draftOf(sale)), { keepDefaultValues: true });
  }, [overtaken, sale, base, form.reset, form.getValues]);

  function decidedChanges(): Changes {
    if (!withStatus) return {};
    const before = decidedOf(base);
    return {
      ...(decided.status !== before.status && { status: decided.status }),
      ...(decided.review_notes !== before.review_notes && {
        review_notes: decided.review_notes.trim() || null,
      }),
    };
  }

  async function save(draft: SaleDraft) {
    const all = { ...changesOf(sale.kind, draftOf(base), draft), ...decidedChanges() };
    if (Object.keys(all).length === 0) return onDone();
    setFailure(null);
    onSaving(true);
    try {
      await onSave(base, all);
      onDone();
    } catch (error) {
      if (errorData(error)?.reason === 'STALE_VERSION') setOvertaken(true);
      if (!showFaults(form, sale.kind, error)) setFailure(reviewFailure(error, MESSAGES.reviewSaveFailed));
    } finally {
      onSaving(false);
    }
  }

  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => void form.handleSubmit(save)(event)}
      className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <div className="min-w-0 space-y-5">
        <NameField form={form} kind={sale.kind} />
        {sale.kind === 'pokemon' && <TraitFields form={form} />}
        {asAdmin ? (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <PriceInput form={form} />
              <DateSoldField form={form} />
            </div>
            <ProofField form={form} />
          </>
        ) : (
          <PriceInput form={form} />
        )}
        {withStatus && <DecidedInputs value={decided} onChange={setDecided} />}
        <FormAlert>{failure}</FormAlert>
      </div>
      <section
        aria-label="Changes"
        className="min-w-0 rounded-md bg-sunken px-4 py-3 xl:sticky xl:top-20 xl:self-start"
      >
        <h3 className="overline-label mb-2">Changes</h3>
        {changes.length === 0 ? (
          <p className="text-sm text-ink-faint">Nothing is changed yet.</p>
        ) : (
          <ChangeList changes={changes} />
        )}
      </section>
    </form>
  );
}
