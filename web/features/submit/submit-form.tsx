import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { KINDS, type SaleKind } from '../../../src/contract/sale/kinds.ts';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { withScheme } from '../../../src/contract/shared/urls.ts';
import { formProps } from '../../lib/forms.ts';
import { errorData, errorText, isSignedOutError } from '../../lib/server/errors.ts';
import { type Answers, trpc } from '../../lib/server/trpc.ts';
import {
  DateSoldField,
  type DraftForm,
  NameField,
  PriceInput,
  ProofField,
  showErrors,
  TraitFields,
  useDraftForm,
} from '../../sales/draft/draft-form.tsx';
import {
  changesOf,
  type DraftField,
  draftOf,
  type SaleDraft,
  type SubmissionInput,
  submissionOf,
  summariseDraft,
} from '../../sales/draft/sale-draft.ts';
import { SaleCard } from '../../sales/sale-card.tsx';
import { Announced } from '../../ui/announced.tsx';
import { Button } from '../../ui/button.tsx';
import { FormAlert, Notice } from '../../ui/form-messages.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { showToast } from '../../ui/overlays/toast.tsx';
import { NearestSales, Warnings } from './comparisons.tsx';
import { OtherKindHint } from './other-kind-hint.tsx';

export type Submitted = Answers['items']['submit'];

const ARRIVED_BEFORE =
  'An earlier version of this submission was already received. If this is another sale, submit again.';

interface SubmitFormProps {
  kind: SaleKind;
  initial: SaleDraft;
  /** The rejected sale that the form corrects. */
  corrected: Submission | undefined;
  idempotencyKey: string;
  /** Called when the server received another submission with the key: the form needs a new one. */
  onKeyReused: () => void;
  /** Focused at first, such as the name when this form follows another one. */
  focused: DraftField | null;
  onChange: (draft: SaleDraft) => void;
  /** Whether nothing has been entered in the form of the other kind. */
  otherIsEmpty: boolean;
  /** Called to go on with the form of the other kind, and this name in it if it is empty. */
  onOtherKind: (name: string) => void;
  onSubmitted: (answer: Submitted, sent: SaleDraft) => void;
}

export function SubmitForm(props: SubmitFormProps) {
  const { kind, initial, corrected, idempotencyKey, onKeyReused, focused, onChange, onSubmitted } = props;
  const form = useDraftForm(kind, initial);
  const utils = trpc.useUtils();
  /** Ignores a second submit before `isSubmitting` is drawn. */
  const sending = useRef(false);
  /** Whether it asked if it should send the rejected sale as it was: it asks once. */
  const asked = useRef(false);
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [editingName, setEditingName] = useState(false);
  const [unparsedPrice, setUnparsedPrice] = useState(false);
  const { errors, isSubmitting, submitCount } = form.formState;
  const missing = Object.entries(errors).filter(([, error]) => error?.type === 'missing');
  const incomplete = submitCount > 0 && missing.some(([field]) => field !== 'price' || !unparsedPrice);

  // The preview is next to the form if wide, and above the button otherwise.
  const wide = useMedia('lg');
  const preview = <Preview form={form} kind={kind} />;

  useEffect(() => {
    if (focused) form.setFocus(focused);
  }, [focused, form.setFocus]);
  useEffect(() => {
    const subscription = form.watch((draft) => {
      setIsAsking(false);
      onChange(draft as SaleDraft);
    });
    return () => subscription.unsubscribe();
  }, [form.watch, onChange]);

  function send(submission: SubmissionInput): Promise<Submitted> {
    const { items, pokemon } = utils.client;
    const options = { context: { idempotencyKey } };
    const corrects = corrected?.sale_id;
    return submission.kind === 'item'
      ? items.submit.mutate({ ...submission.fields, corrects }, options)
      : pokemon.submit.mutate({ ...submission.fields, corrects }, options);
  }

  function showFailure(error: unknown) {
    if (isSignedOutError(error)) showToast(MESSAGES.mustBeSignedIn, { tone: 'alert' });
    if (errorData(error)?.reason === 'IDEMPOTENCY_KEY_REUSED') {
      onKeyReused();
      setFailure(ARRIVED_BEFORE);
    } else if (!showErrors(form, kind, error)) setFailure(errorText(error, MESSAGES.submitFailed));
  }

  async function submit(typed: SaleDraft) {
    // As the field shows it once it is left: otherwise leaving it now would be a change for the next sale.
    const draft = { ...typed, proof_url: withScheme(typed.proof_url) };
    const submission = submissionOf(kind, draft);
    if (!submission || sending.current) return;
    setFailure(null);
    if (corrected && !asked.current && Object.keys(changesOf(kind, draftOf(corrected), draft)).length === 0) {
      asked.current = true;
      setIsAsking(true);
      return;
    }
    sending.current = true;
    form.setValue('proof_url', draft.proof_url);
    // A form that was sent without an answer keeps its key, also when it was not changed.
    onChange(draft);
    try {
      const answer = await send(submission);
      void utils.invalidate();
      onSubmitted(answer, draft);
    } catch (error) {
      showFailure(error);
    } finally {
      sending.current = false;
    }
  }

  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]">
      <form {...formProps(form, submit)} className="space-y-5">
        <NameField form={form} kind={kind} onEditing={setEditingName} />
        <OtherKindHint
          control={form.control}
          kind={kind}
          otherIsEmpty={props.otherIsEmpty}
          onSwitch={props.onOtherKind}
        />
        {kind === 'pokemon' && <TraitFields form={form} />}
        <div className="grid gap-4 sm:grid-cols-[2fr_3fr]">
          <PriceInput form={form} kind={kind} onUnparsed={setUnparsedPrice} />
          <Warnings control={form.control} kind={kind} />
          <DateSoldField form={form} />
        </div>
        <ProofField
          form={form}
          hint="A link to the finished auction in the forum. A sale without one may be rejected."
        />
        {!wide && preview}
        <FormAlert>{incomplete ? MESSAGES.requiredFields : failure}</FormAlert>
        {isAsking && (
          <Announced>
            <Notice tone="pending">Nothing has changed since it was rejected. Submit anyway?</Notice>
          </Announced>
        )}
        <Button type="submit" variant="primary" pending={isSubmitting} className="max-md:w-full">
          {isAsking ? 'Submit anyway' : corrected ? 'Submit again' : 'Submit Data'}
        </Button>
      </form>
      <div className="min-w-0 max-w-xl space-y-8">
        {wide && preview}
        <NearestSales
          control={form.control}
          kind={kind}
          named={!editingName && form.lookup.unknown === null}
          onName={(name) => {
            form.setValue('name', name);
            form.setFocus('name');
          }}
        />
      </div>
    </div>
  );
}

function Preview({ form: { control, lookup }, kind }: { form: DraftForm; kind: SaleKind }) {
  const draft = useWatch({ control }) as SaleDraft;
  const type = lookup.species?.forms.find(({ form }) => form === draft.form)?.type;
  return (
    <section aria-label="Preview">
      <h2 className="overline-label mb-2">Preview</h2>
      <SaleCard
        summary={summariseDraft(kind, draft, type)}
        of="this sale"
        unnamed={`${KINDS[kind].title} name`}
      />
    </section>
  );
}
