import { Check, Hourglass } from 'lucide-react';
import { OUTCOME_LABELS, REASON_LABELS } from '../../../../src/contract/reports/report-values.ts';
import type { OwnReport } from '../../../../src/contract/reports/reports.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { showRefusal, useSchemaForm } from '../../../lib/forms.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { FormSuccess } from '../../../ui/form-success.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { DateText } from '../../../ui/sale/sale-text.tsx';
import { QueryPlaceholder } from '../../../ui/states/query-error.tsx';
import { NO_REPORT, ReportFields, zReportForm } from './report-form.tsx';

interface ReportDialogProps {
  sale: AnySale;
  open: boolean;
  inAddress: boolean;
  onClose: () => void;
}

/** Reports a sale; the viewer's earlier report of it shows with its outcome. */
export default function ReportDialog({ sale, open, inAddress, onClose }: ReportDialogProps) {
  const { sale_id } = sale;
  const utils = trpc.useUtils();
  const form = useSchemaForm(zReportForm, NO_REPORT);
  const create = trpc.reports.create.useMutation({
    onSuccess: () => utils.reports.mine.invalidate(),
    onError: (error) => showRefusal(form, error, 'Failed to send the report. Please try again.'),
  });
  const query = trpc.reports.mine.useQuery({ sale_id, limit: 1 });
  const { data } = query;
  const last = data?.data[0];
  const reports = data && !create.isSuccess && last?.outcome !== null;
  return (
    <FormDialog
      open={open}
      inAddress={inAddress}
      onClose={onClose}
      title={`Report sale #${sale_id}, ${saleName(sale)}`}
      description="A reviewer compares your report with the proof. We will notify you of the outcome."
      submitLabel="Send report"
      pending={create.isPending}
      onSubmit={form.handleSubmit(({ reason, comment, duplicate_of: other }) =>
        create.mutate({ sale_id, reason, comment, duplicate_of: reason === 'duplicate' ? other : null }),
      )}
      footer={!reports && <Button onClick={onClose}>Close</Button>}
    >
      {data ? (
        <div className="space-y-5">
          {create.isSuccess && <FormSuccess>Thank you. Your report is with the reviewers.</FormSuccess>}
          {last && <LastReport report={last} />}
          {reports && <ReportFields form={form} sale={sale} open={open} />}
        </div>
      ) : (
        <QueryPlaceholder banner query={query} message="Failed to load your reports" className="h-56" />
      )}
    </FormDialog>
  );
}

/** The viewer's last report of the sale, and what became of it. */
function LastReport({ report }: { report: OwnReport }) {
  const { reason, comment, reported_at, outcome, decision_comment } = report;
  const Icon = outcome === null ? Hourglass : Check;
  return (
    <section aria-label="Your report" className="rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">
      <p>
        You reported this sale on <DateText iso={reported_at} />:{' '}
        <span className="font-medium">{REASON_LABELS[reason]}</span>
      </p>
      {comment !== null && (
        <p className="mt-1 text-ink-soft">
          <bdi className="whitespace-pre-wrap">“{comment}”</bdi>
        </p>
      )}
      <p className="mt-1 flex items-center gap-1.5 font-medium">
        <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
        {outcome === null ? 'Waiting for a reviewer' : OUTCOME_LABELS[outcome]}
      </p>
      {decision_comment !== null && (
        <p className="mt-1">
          The reviewer wrote: <bdi className="whitespace-pre-wrap">“{decision_comment}”</bdi>
        </p>
      )}
    </section>
  );
}
