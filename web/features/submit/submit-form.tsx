import { useEffect, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import {
  DateSoldField,
  NameField,
  PriceInput,
  ProofField,
  TraitFields,
} from '../../sales/draft/draft-fields.tsx';
import {
  type DraftField,
  type SaleDraft,
  submissionOf,
  summariseDraft,
} from '../../sales/draft/sale-draft.ts';
import { type DraftForm, showErrors, useDraftForm } from '../../sales/draft/use-draft-form.ts';
import { SaleCard } from '../../sales/sale-card.tsx';
import { SimilarList } from '../../sales/similar/similar-list.tsx';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { fadedIf } from '../../ui/tables/freshness.tsx';
import { useNearest } from './use-comparisons.ts';
import { type Submitted, submissionFailure, useSubmission } from './use-submission.ts';
import { Warnings } from './warnings.tsx';

interface SubmitFormProps {
  kind: SaleKind;
  initial: SaleDraft;
  idempotencyKey: string;
  /** Called when the form needs a new key. */
  onKeyReused: () => void;
  /** Focused at first, such as the name when this form follows another one. */
  focused: DraftField | null;
  /** Called on every change. */
  onChange: (draft: SaleDraft) => void;
  onSubmitted: (answer: Submitted) => void;
}

/** The form of one submission, with a preview of its card. */
export function SubmitForm(props: SubmitFormProps) {
  const { kind, initial, idempotencyKey, onKeyReused, focused, onChange, onSubmitted } = props;
  const form = useDraftForm(kind, initial);
  const send = useSubmission(idempotencyKey, onKeyReused);
  const [failure, setFailure] = useState<string | null>(null);
  const [editingName, setEditingName] = useState(false);
  const [unreadPrice, setUnreadPrice] = useState(false);
  const { errors, isSubmitting, submitCount } = form.formState;
  const missing = Object.entries(errors).filter(([, error]) => error?.type === 'missing');
  const incomplete = submitCount > 0 && missing.some(([field]) => field !== 'price' || !unreadPrice);

  // The preview is next to the form if wide, and above the button otherwise.
  const wide = useMedia('lg');
  const preview = <Preview form={form} kind={kind} />;

  useEffect(() => {
    if (focused) form.setFocus(focused);
  }, [focused, form.setFocus]);
  useEffect(() => {
    const subscription = form.watch((draft) => onChange(draft as SaleDraft));
    return () => subscription.unsubscribe();
  }, [form.watch, onChange]);

  async function submit(draft: SaleDraft) {
    const submission = submissionOf(kind, draft);
    if (!submission) return;
    // A form that was sent without an answer keeps its key, also when it was not changed.
    onChange(draft);
    setFailure(null);
    try {
      const answer = await send(submission);
      if (answer) onSubmitted(answer);
    } catch (error) {
      if (!showErrors(form, kind, error)) setFailure(submissionFailure(error));
    }
  }

  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]">
      <form noValidate className="space-y-5" onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <NameField form={form} kind={kind} onEditing={setEditingName} />
        {kind === 'pokemon' && <TraitFields form={form} />}
        <div className="grid gap-4 sm:grid-cols-[2fr_3fr]">
          <PriceInput form={form} onUnread={setUnreadPrice} />
          <DateSoldField form={form} />
        </div>
        <Warnings form={form} kind={kind} />
        <ProofField
          form={form}
          hint="A link to the finished auction in the forum. Without one, reviewers have only your word."
        />
        {!wide && preview}
        <FormAlert>{incomplete ? MESSAGES.requiredFields : failure}</FormAlert>
        <Button type="submit" variant="primary" pending={isSubmitting} className="max-md:w-full">
          Submit Data
        </Button>
      </form>
      <div className="min-w-0 max-w-xl space-y-8">
        {wide && preview}
        <NearestSales form={form} kind={kind} named={!editingName} />
      </div>
    </div>
  );
}

function Preview({ form: { control, lookup }, kind }: { form: DraftForm; kind: SaleKind }) {
  const draft = useWatch({ control }) as SaleDraft;
  const type = lookup.species?.forms.find(({ form }) => form === draft.form)?.type;
  return (
    <section aria-label="Preview" className="max-w-md">
      <h2 className="overline-label mb-2">Preview</h2>
      <SaleCard
        summary={summariseDraft(kind, draft, type)}
        of="this sale"
        unnamed={kind === 'item' ? 'Item name' : 'Pokemon name'}
      />
    </section>
  );
}

/** The most similar existing sales, updated while typing. */
function NearestSales({
  form: { control },
  kind,
  named,
}: {
  form: UseFormReturn<SaleDraft>;
  kind: SaleKind;
  /** The name is finished: only then can it have no sales. */
  named: boolean;
}) {
  const draft = useWatch({ control }) as SaleDraft;
  const { data, outdated, input, error } = useNearest(kind, draft);
  if (!data || error || draft.name.trim() === '') return null;
  if (data.data.length === 0 && !named) return null;
  return (
    <section aria-labelledby="nearest">
      <h2 id="nearest" className="overline-label mb-1">
        Similar sales
      </h2>
      {data.data.length === 0 ? (
        <p className="text-sm text-ink-soft">No sales of this name yet: yours is the first.</p>
      ) : (
        <div className={fadedIf(outdated !== null)}>
          <SimilarList found={data.data} like={input} newTab />
        </div>
      )}
    </section>
  );
}
