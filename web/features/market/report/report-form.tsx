import { type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  needsComment,
  REASON_LABELS,
  REPORT_REASONS,
  type ReportReason,
} from '../../../../src/contract/reports/report-values.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { bound, registered } from '../../../lib/forms.ts';
import { useSession } from '../../../lib/server/session.tsx';
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

/** The number of a sale in a text such as `12`, `#12` or a link to its page; null for an empty text. */
const saleNumberIn = (text: string): number | null | undefined => {
  if (text.trim() === '') return null;
  const digits = /(?:^#?|\/sale\/)(\d{1,10})\/?(?:[?#].*)?$/.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** What a reporter types. */
export const zReportForm = z
  .object({
    reason: z.enum(['', ...REPORT_REASONS]).pipe(z.enum(REPORT_REASONS, 'Please choose what is wrong')),
    comment: z.string(),
    duplicate_of: z.string().transform(saleNumberIn),
  })
  .refine(({ reason, comment }) => !needsComment(reason) || comment.trim() !== '', {
    error: 'Please describe what is wrong',
    path: ['comment'],
  })
  .refine(({ reason, duplicate_of: other }) => reason !== 'duplicate' || other !== undefined, {
    error: 'Enter the number of a sale, such as 1204',
    path: ['duplicate_of'],
  });
type ReportDraft = z.input<typeof zReportForm>;

export const NO_REPORT: ReportDraft = { reason: '', comment: '', duplicate_of: '' };

interface ReportFieldsProps {
  form: UseFormReturn<ReportDraft, unknown, z.output<typeof zReportForm>>;
  sale: AnySale;
  /** Closing the dialog would lose what was typed. */
  open: boolean;
}

/** What is wrong with a sale. */
export function ReportFields({ form, sale, open }: ReportFieldsProps) {
  const { user } = useSession();
  const chosen = bound<ReportDraft, 'reason'>(useController({ control: form.control, name: 'reason' }));
  const comment = useWatch({ control: form.control, name: 'comment' });
  const reason = chosen.value;
  return (
    <div className="space-y-4">
      {user && user.user_id === sale.submitted_by && (
        <p className="text-sm text-ink-soft">
          This is your own submission. A report is the way to have it corrected.
        </p>
      )}
      <Select<ReportReason>
        {...chosen}
        label="What is wrong?"
        required
        placeholder="Choose"
        onValueChange={(next) => {
          // What another reason asked for.
          form.clearErrors();
          chosen.onValueChange(next);
        }}
        options={REASONS}
      />
      {reason === 'duplicate' && (
        <TextField
          {...registered(form, 'duplicate_of')}
          label="Number of the other sale"
          hint="Optional. It is on the page of that sale; a link to the page works too."
          autoComplete="off"
          maxLength={200}
        />
      )}
      {reason !== '' && (
        <TextArea
          {...registered(form, 'comment')}
          label="Comment for the reviewers"
          hint={HINTS[reason]}
          required={needsComment(reason)}
          maxLength={LIMITS.reportComment.max}
        />
      )}
      <FormAlert>{form.formState.errors.root?.message}</FormAlert>
      <LeaveGuard active={open && comment.trim() !== ''}>The report is not sent.</LeaveGuard>
    </div>
  );
}
