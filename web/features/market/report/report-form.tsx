import { type FormEvent, useRef, useState } from 'react';
import {
  needsComment,
  REASON_LABELS,
  REPORT_LIMITS,
  REPORT_REASONS,
  type ReportReason,
} from '../../../../src/contract/reports/report-values.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { fieldErrorsOf, formFailure } from '../../../lib/forms.ts';
import { useSession } from '../../../lib/server/session.tsx';
import type { trpc } from '../../../lib/server/trpc.ts';
import { type Option, Select } from '../../../ui/fields/select.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { LeaveGuard } from '../../../ui/overlays/leave-guard.tsx';

const REASONS: Option<ReportReason>[] = REPORT_REASONS.map((value) => ({
  value,
  label: REASON_LABELS[value],
}));

/** What a comment should say. */
const HINTS: Record<ReportReason, string> = {
  wrong_price: 'Which price is right, and where does it show?',
  wrong_name: 'What was sold?',
  wrong_values: 'Which values are wrong, and what are the right ones?',
  wrong_date: 'When was it sold?',
  never_happened: 'How do you know?',
  duplicate: 'Optional.',
  dead_proof: 'Optional. Do you know where the proof is now?',
};

const FIELDS = ['reason', 'comment', 'duplicate_of'] as const;
type Field = (typeof FIELDS)[number];
type Errors = Partial<Record<Field, string>>;

interface Draft {
  reason: ReportReason | '';
  comment: string;
  other: string;
}

/** The number of a sale in a text such as `12`, `#12` or a link to its page; null for an empty text. */
const saleNumberIn = (text: string): number | null | undefined => {
  if (text.trim() === '') return null;
  const digits = /(?:^#?|\/sale\/)(\d{1,10})\/?(?:[?#].*)?$/.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
};

function errorsOf({ reason, comment, other }: Draft): Errors {
  if (reason === '') return { reason: 'Please choose what is wrong' };
  return {
    ...(needsComment(reason) && comment.trim() === '' && { comment: 'Please describe what is wrong' }),
    ...(reason === 'duplicate' &&
      saleNumberIn(other) === undefined && { duplicate_of: 'Enter the number of a sale, such as 1204' }),
  };
}

interface ReportFormProps {
  /** Of the form, whose button is elsewhere. */
  id: string;
  sale: AnySale;
  /** Closing the dialog would lose what was typed. */
  open: boolean;
  create: ReturnType<typeof trpc.reports.create.useMutation>;
}

/** What is wrong with a sale. */
export function ReportForm({ id, sale, open, create }: ReportFormProps) {
  const { user } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>({ reason: '', comment: '', other: '' });
  const [shown, setShown] = useState<Errors>({});
  const { reason, comment, other } = draft;

  function type(change: Partial<Draft>) {
    setDraft({ ...draft, ...change });
    setShown({});
  }
  const check = (field: Field) => () => setShown((now) => ({ ...now, [field]: errorsOf(draft)[field] }));

  function show(errors: Errors) {
    setShown(errors);
    const first = FIELDS.find((field) => errors[field]);
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    create.reset();
    const errors = errorsOf(draft);
    if (reason === '' || Object.keys(errors).length > 0) return show(errors);
    const duplicate_of = reason === 'duplicate' ? saleNumberIn(other) : null;
    create.mutate(
      { sale_id: sale.sale_id, reason, comment, duplicate_of },
      { onError: (error) => show(Object.fromEntries(fieldErrorsOf(error, FIELDS) ?? [])) },
    );
  }
  const failure = formFailure(create.error, FIELDS, 'Failed to send the report. Please try again.');

  return (
    <form ref={form} id={id} noValidate onSubmit={send} className="space-y-4">
      {user && user.user_id === sale.submitted_by && (
        <p className="text-sm text-ink-soft">
          This is your own submission. A report is the way to have it corrected.
        </p>
      )}
      <Select<ReportReason>
        name="reason"
        label="What is wrong?"
        required
        placeholder="Choose"
        value={reason}
        onValueChange={(chosen) => type({ reason: chosen })}
        onBlur={check('reason')}
        options={REASONS}
        error={shown.reason}
      />
      {reason === 'duplicate' && (
        <TextField
          name="duplicate_of"
          label="Number of the other sale"
          hint="Optional. It is on the page of that sale; a link to the page works too."
          autoComplete="off"
          maxLength={200}
          value={other}
          onChange={(event) => type({ other: event.target.value })}
          onBlur={check('duplicate_of')}
          error={shown.duplicate_of}
        />
      )}
      {reason !== '' && (
        <TextArea
          name="comment"
          label="Comment for the reviewers"
          hint={HINTS[reason]}
          required={needsComment(reason)}
          maxLength={REPORT_LIMITS.comment}
          value={comment}
          onChange={(event) => type({ comment: event.target.value })}
          onBlur={check('comment')}
          error={shown.comment}
        />
      )}
      <FormAlert>{failure}</FormAlert>
      <LeaveGuard active={open && comment.trim() !== ''}>The report is not sent.</LeaveGuard>
    </form>
  );
}
