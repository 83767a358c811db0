import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { AnySale } from '../../../src/contract/sale/sale.ts';
import type { SaleStatus } from '../../../src/contract/sale/statuses.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { formProps } from '../../lib/forms.ts';
import { useSession } from '../../lib/server/session.tsx';
import { trpc } from '../../lib/server/trpc.ts';
import { unsentInput } from '../../lib/server/unsent-input.ts';
import { Announced } from '../../ui/announced.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea } from '../../ui/fields/text-field.tsx';
import { FormAlert } from '../../ui/form-messages.tsx';
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx';
import { ChangeList } from '../change-list.tsx';
import { STATUS_OPTIONS } from '../sale-labels.ts';
import { CHANGED_MEANWHILE, isStaleVersion } from '../sale-version.ts';
import {
  DateSoldField,
  NameField,
  PriceInput,
  ProofField,
  showErrors,
  TraitFields,
  useDraftForm,
} from './draft-form.tsx';
import { editSlot } from './edit-slot.ts';
import { fieldChanges, type ReviewFields, rebase, zReviewFields } from './sale-changes.ts';
import { changesOf, draftOf, type SaleChanges, type SaleDraft, zSaleDraft } from './sale-draft.ts';

interface EditFormProps {
  /** For the submit button, which is outside the form. */
  id: string;
  sale: AnySale;
  /** All fields. Without it, those that may be corrected during review. */
  asAdmin: boolean;
  /** Allows admins to set the status of a pending sale too. */
  pendingStatus?: boolean;
  /** False while the user has not asked for the form; once true, it takes the focus. */
  takesFocus?: boolean;
  /** @throws the server's refusal */
  onSave: (version: AnySale, changes: SaleChanges) => Promise<void>;
  failureText: (error: unknown) => string;
  onSaving: (saving: boolean) => void;
  onDone: () => void;
  /** Below the changes, where there is a column for them. */
  aside?: ReactNode;
}

const NOT_RELOADED = `${MESSAGES.saleChanged} Its current state could not be loaded. Nothing was saved.`;

const reviewFieldsOf = (sale: AnySale): ReviewFields => ({
  status: sale.status,
  review_notes: sale.review_notes ?? '',
});

const zFields = z.object({ draft: zSaleDraft, review: zReviewFields });
/** Changed fields, and those of the version that the changes were made to. */
const zUnsentEdit = z.object({ edited: zFields, base: zFields });

const fieldsOf = (sale: AnySale): z.output<typeof zFields> => ({
  draft: draftOf(sale),
  review: reviewFieldsOf(sale),
});

/** The fields as they were left in this tab; null when they were not. */
function restoredFields(kept: z.output<typeof zUnsentEdit> | null, sale: AnySale) {
  if (!kept) return null;
  const { edited, base } = kept;
  const current = fieldsOf(sale);
  return {
    draft: rebase(edited.draft, base.draft, current.draft),
    review: rebase(edited.review, base.review, current.review),
  };
}

function ReviewInputs({ value, onChange }: { value: ReviewFields; onChange: (value: ReviewFields) => void }) {
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

/**
 * Edits a sale and lists what has changed so far. When someone else changed the sale first, the form keeps its own
 * changes and takes over theirs. Changes are kept as unsent input until they are saved, discarded by Cancel
 * (`EditButtons`), or left with the consent of the user.
 */
export default function EditForm(props: EditFormProps) {
  const {
    id,
    sale,
    asAdmin,
    pendingStatus = false,
    takesFocus = true,
    onSave,
    failureText,
    onSaving,
    onDone,
    aside,
  } = props;
  const userId = useSession().user?.user_id;
  const unsent = useMemo(
    () => unsentInput(userId, editSlot(sale.sale_id), zUnsentEdit),
    [userId, sale.sale_id],
  );
  const [restored] = useState(() => restoredFields(unsent.get(), sale));
  const start = restored ?? fieldsOf(sale);
  // The version of the sale that the changes are made to.
  const [base, setBase] = useState(sale);
  const [review, setReview] = useState(start.review);
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const form = useDraftForm(sale.kind, start.draft);
  const draft = useWatch({ control: form.control }) as SaleDraft;
  const utils = trpc.useUtils();
  const withReview = asAdmin && (pendingStatus || base.status !== 'pending');
  const changes = fieldChanges({ ...draftOf(base), ...reviewFieldsOf(base) }, { ...draft, ...review });
  const isChanged = changes.length > 0 && !saved;

  useEffect(() => {
    if (takesFocus) form.setFocus('name');
  }, [takesFocus, form.setFocus]);
  useEffect(() => {
    unsent.set(isChanged ? { edited: { draft, review }, base: fieldsOf(base) } : null);
  }, [unsent, isChanged, draft, review, base]);

  function reviewChanges(): SaleChanges {
    const before = reviewFieldsOf(base);
    return {
      ...(review.status !== before.status && { status: review.status }),
      ...(review.review_notes !== before.review_notes && {
        review_notes: review.review_notes.trim() || null,
      }),
    };
  }

  async function rebaseOnCurrent() {
    try {
      const { sale: current } = await utils.reviews.detail.fetch({ id: sale.sale_id }, { staleTime: 0 });
      setBase(current);
      setReview((mine) => rebase(mine, reviewFieldsOf(base), reviewFieldsOf(current)));
      form.reset(rebase(form.getValues(), draftOf(base), draftOf(current)), { keepDefaultValues: true });
      setFailure(CHANGED_MEANWHILE);
    } catch {
      setFailure(NOT_RELOADED);
    }
  }

  async function save(values: SaleDraft) {
    const changed = { ...changesOf(sale.kind, draftOf(base), values), ...reviewChanges() };
    if (Object.keys(changed).length === 0) return onDone();
    setFailure(null);
    onSaving(true);
    try {
      await onSave(base, changed);
      // Nothing is left to lose when `onDone` leaves the form.
      flushSync(() => setSaved(true));
      onDone();
    } catch (error) {
      if (isStaleVersion(error)) await rebaseOnCurrent();
      else if (!showErrors(form, sale.kind, error)) setFailure(failureText(error));
    } finally {
      onSaving(false);
    }
  }

  return (
    <form
      id={id}
      {...formProps(form, save)}
      className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <div className="min-w-0 space-y-5">
        <NameField form={form} kind={sale.kind} />
        {sale.kind === 'pokemon' && <TraitFields form={form} />}
        {asAdmin ? (
          <>
            <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_19rem]">
              <PriceInput form={form} kind={sale.kind} />
              <DateSoldField form={form} />
            </div>
            <ProofField form={form} />
          </>
        ) : (
          <PriceInput form={form} kind={sale.kind} />
        )}
        {withReview && <ReviewInputs value={review} onChange={setReview} />}
        <FormAlert>{failure}</FormAlert>
      </div>
      <LeaveGuard active={isChanged} onLeave={() => unsent.set(null)}>
        The changes to sale #{sale.sale_id} are not saved.
      </LeaveGuard>
      <div className="min-w-0 space-y-6 xl:sticky xl:top-20 xl:self-start xl:in-[[role=dialog]]:top-0">
        <section aria-label="Changes" className="tinted px-4 py-3">
          <h3 className="overline-label mb-2">Changes</h3>
          {restored && changes.length > 0 && (
            <Announced as="p" className="mb-2 text-sm text-ink-soft">
              Your unsaved changes were restored.
            </Announced>
          )}
          {changes.length === 0 ? (
            <p className="text-sm text-ink-faint">No changes yet.</p>
          ) : (
            <ChangeList changes={changes} />
          )}
        </section>
        {aside && <div className="max-xl:hidden">{aside}</div>}
      </div>
    </form>
  );
}
