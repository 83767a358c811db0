import { Check, Hourglass } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  needsComment,
  OUTCOME_LABELS,
  REASON_LABELS,
  REPORT_REASONS,
  type ReportReason,
  reasonsFor,
} from '../../../../src/contract/reports/report-values.ts';
import type { OwnReport } from '../../../../src/contract/reports/reports.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { bound, registered, showRefusal, useSchemaForm } from '../../../lib/forms.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { trpc } from '../../../lib/server/trpc.ts';
import { unsentInput } from '../../../lib/server/unsent-input.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { saleReference } from '../../../sales/sale-reference.ts';
import { Button } from '../../../ui/button.tsx';
import { type Option, Select } from '../../../ui/fields/select.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { FormAlert, FormSuccess } from '../../../ui/form-messages.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { LeaveGuard } from '../../../ui/overlays/leave-guard.tsx';
import { Quote } from '../../../ui/quote.tsx';
import { QueryPlaceholder } from '../../../ui/states/states.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';

const optionsFor = (sale: AnySale): Option<ReportReason>[] =>
  reasonsFor(sale).map((value) => ({ value, label: REASON_LABELS[value] }));

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

const zReportDraft = z.object({
  reason: z.enum(['', ...REPORT_REASONS]),
  comment: z.string(),
  duplicate_of: z.string(),
});

const zReportForm = z
  .object({
    reason: zReportDraft.shape.reason.pipe(z.enum(REPORT_REASONS, 'Please choose what is wrong')),
    comment: zReportDraft.shape.comment,
    duplicate_of: zReportDraft.shape.duplicate_of.transform(saleNumberIn),
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

const NO_REPORT: ReportDraft = { reason: '', comment: '', duplicate_of: '' };

interface ReportDialogProps {
  sale: AnySale;
  open: boolean;
  inAddress: boolean;
  onClose: () => void;
}

/**
 * Reports a sale; the viewer's earlier report of it shows with its outcome. What is typed is kept as unsent input until it is
 * sent, or left with the consent of the user.
 */
export default function ReportDialog({ sale, open, inAddress, onClose }: ReportDialogProps) {
  const { sale_id } = sale;
  const utils = trpc.useUtils();
  const userId = useSession().user?.user_id;
  const unsent = useMemo(() => unsentInput(userId, `report ${sale_id}`, zReportDraft), [userId, sale_id]);
  const form = useSchemaForm(zReportForm, unsent.get() ?? NO_REPORT);
  const create = trpc.reports.create.useMutation({
    onSuccess: () => utils.reports.mine.invalidate(),
    onError: (error) => showRefusal(form, error, 'Failed to send the report. Please try again.'),
  });
  const query = trpc.reports.mine.useQuery({ sale_id, limit: 1 });
  const { data } = query;
  const last = data?.data[0];
  const reports = data && !create.isSuccess && last?.outcome !== null;
  const { isSuccess } = create;
  useEffect(() => {
    const typed = form.watch(() => unsent.set(form.getValues()));
    return () => typed.unsubscribe();
  }, [form, unsent]);
  useEffect(() => {
    if (isSuccess) unsent.set(null);
  }, [isSuccess, unsent]);
  useOnChange(open, () => {
    if (!isSuccess) return;
    create.reset();
    form.reset(NO_REPORT);
    unsent.set(null);
  });
  function close() {
    unsent.set(null);
    onClose();
  }
  return (
    <FormDialog
      open={open}
      inAddress={inAddress}
      onClose={close}
      title={`Report ${saleReference(sale)}`}
      named={saleName(sale)}
      description="A reviewer checks your report. We will notify you of the outcome."
      submitLabel="Send report"
      pending={create.isPending}
      onSubmit={form.handleSubmit(({ reason, comment, duplicate_of: other }) =>
        create.mutate({ sale_id, reason, comment, duplicate_of: reason === 'duplicate' ? other : null }),
      )}
      footer={!reports && <Button onClick={close}>Close</Button>}
    >
      {data ? (
        <div className="space-y-5">
          {create.isSuccess && <FormSuccess>Thank you. Your report is with the reviewers.</FormSuccess>}
          {last && <LastReport report={last} />}
          {reports && <ReportFields form={form} sale={sale} open={open} />}
        </div>
      ) : (
        <QueryPlaceholder banner query={query} message={MESSAGES.reportsLoadFailed} className="h-56" />
      )}
    </FormDialog>
  );
}

function LastReport({ report }: { report: OwnReport }) {
  const { reason, comment, reported_at, outcome, decision_comment } = report;
  const Icon = outcome === null ? Hourglass : Check;
  return (
    <section aria-label="Your report" className="tinted text-sm">
      <p>
        You reported this sale on <DateText iso={reported_at} />:{' '}
        <span className="font-medium">{REASON_LABELS[reason]}</span>
      </p>
      {comment !== null && (
        <p className="mt-1 text-ink-soft">
          <Quote>{comment}</Quote>
        </p>
      )}
      <p className="mt-1 flex items-center gap-1.5 font-medium">
        <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
        {outcome === null ? 'Waiting for a reviewer' : OUTCOME_LABELS[outcome]}
      </p>
      {decision_comment !== null && (
        <p className="mt-1">
          The reviewer wrote: <Quote>{decision_comment}</Quote>
        </p>
      )}
    </section>
  );
}

interface ReportFieldsProps {
  form: UseFormReturn<ReportDraft, unknown, z.output<typeof zReportForm>>;
  sale: AnySale;
  /** Closing the dialog would lose what was typed. */
  open: boolean;
}

function ReportFields({ form, sale, open }: ReportFieldsProps) {
  const { user } = useSession();
  const chosen = bound<ReportDraft, 'reason'>(useController({ control: form.control, name: 'reason' }));
  const comment = useWatch({ control: form.control, name: 'comment' });
  const reason = chosen.value;
  return (
    <div className="space-y-4">
      {user && user.user_id === sale.submitted_by && (
        <p className="text-sm text-ink-soft">This is your own submission. Report it to have it corrected.</p>
      )}
      <Select<ReportReason>
        {...chosen}
        label="What is wrong?"
        required
        placeholder="Choose"
        onValueChange={(next) => {
          // The input of the previous reason.
          form.clearErrors();
          chosen.onValueChange(next);
        }}
        options={optionsFor(sale)}
      />
      {reason === 'duplicate' && (
        <TextField
          {...registered(form, 'duplicate_of')}
          label="Number of the other sale"
          hint="Optional. It is on the page of that sale, whose link also works."
          autoComplete="off"
          maxLength={LIMITS.saleReference}
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
