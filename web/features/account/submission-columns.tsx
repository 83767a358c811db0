import type { Decision } from '../../../src/contract/sale/statuses.ts';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import { correctionPath } from '../../lib/paths.ts';
import { ResubmissionLink } from '../../sales/resubmission-link.tsx';
import { DATE_SOLD, PRICE, PROOF, TRAITS } from '../../sales/sale-columns.tsx';
import { rejectionReason } from '../../sales/sale-labels.ts';
import { SaleLink, SaleTitle } from '../../sales/sale-parts.tsx';
import { saleReference } from '../../sales/sale-reference.ts';
import { summarise } from '../../sales/sale-summary.ts';
import { LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { StatusBadge } from '../../ui/sale/sale-badges.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import type { Column } from '../../ui/tables/data-table.tsx';
import { DateText } from '../../ui/time/date-text.tsx';

function SubmissionTitle({ sale }: { sale: Submission }) {
  const summary = summarise(sale);
  return (
    <SaleTitle summary={summary}>
      <span className="text-base font-medium md:text-sm">{summary.name}</span> <SaleNumber sale={sale} />
    </SaleTitle>
  );
}

/** A link to the public page, once there is one. */
function SaleNumber({ sale: { sale_id, status } }: { sale: Submission }) {
  if (status !== 'approved') return <span className="text-xs text-ink-faint tabular-nums">#{sale_id}</span>;
  return <SaleLink saleId={sale_id} className="text-xs" />;
}

const SINCE: Record<Decision, string> = { approved: 'Public since', rejected: 'Decided' };

interface SubmissionStateProps {
  sale: Submission;
  onWithdraw: (sale: Submission) => void;
}

function SubmissionState({ sale, onWithdraw }: SubmissionStateProps) {
  const { status, decided_at } = sale;
  return (
    <>
      <StatusBadge status={status} />
      {status === 'pending' && (
        <button
          type="button"
          className="link touch-target block text-xs max-md:ml-auto md:mt-0.5"
          aria-label={`Withdraw ${saleReference(sale)}`}
          onClick={() => onWithdraw(sale)}
        >
          Withdraw
        </button>
      )}
      {status !== 'pending' && decided_at && (
        <span className="block text-xs text-ink-soft md:mt-0.5">
          {SINCE[status]} <DateText iso={decided_at} />
        </span>
      )}
    </>
  );
}

/** @param onWithdraw called for a pending sale that its submitter wants to withdraw */
export const submissionColumns = (
  onWithdraw: SubmissionStateProps['onWithdraw'],
): readonly Column<Submission>[] => [
  {
    title: 'Sale',
    width: '23%',
    className: 'max-md:order-1 max-md:self-center md:max-xl:min-w-44',
    cell: (sale) => <SubmissionTitle sale={sale} />,
    skeleton: <Skeleton className="h-11 max-w-44" />,
  },
  { ...TRAITS, width: '22%', className: 'max-md:order-3' },
  { ...PRICE, width: '13.5%', labelled: true, className: 'max-md:order-4' },
  { ...DATE_SOLD, width: '9.5%', labelled: true, className: 'max-md:order-5 max-md:text-right' },
  {
    title: 'Submitted',
    width: '9.5%',
    align: 'right',
    labelled: true,
    minor: true,
    className: 'max-md:order-6',
    cell: ({ date_submitted }) => <DateText iso={date_submitted} />,
  },
  {
    title: 'Status',
    width: '14.5%',
    className: 'max-md:order-2 max-md:self-center max-md:text-right',
    cell: (sale) => <SubmissionState sale={sale} onWithdraw={onWithdraw} />,
    skeleton: <Skeleton className="h-6 w-24 max-md:ml-auto" />,
  },
  // Last, so that the Tab key follows the order of the cards on phones.
  { ...PROOF, width: '8%', labelled: true, className: 'max-md:order-7 max-md:text-right' },
];

/** The reviewer's reason or note; null without one, except for a rejection. */
function reviewNotes({ status, review_notes }: Submission): { title: string; text: string } | null {
  if (status === 'pending') return null;
  if (status === 'rejected') return { title: 'Reason', text: rejectionReason({ review_notes }) };
  return review_notes ? { title: 'Review notes', text: review_notes } : null;
}

/** The reviewer's note below a submission, and what its submitter can do about it. */
export const REVIEW_NOTES = {
  isShown: (sale: Submission) => reviewNotes(sale) !== null,
  render: (sale: Submission) => {
    const notes = reviewNotes(sale);
    return (
      <div className="tinted flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm md:ml-13">
        <p className="min-w-0 flex-1 basis-60">
          <span className="overline-label block">{notes?.title}</span>
          <span className="block max-w-prose whitespace-pre-line wrap-anywhere">{notes?.text}</span>
        </p>
        {sale.status === 'rejected' && sale.resubmitted && (
          <ResubmissionLink resubmitted={sale.resubmitted} />
        )}
        {sale.status === 'rejected' && !sale.resubmitted && (
          <LinkButton href={correctionPath(sale.sale_id)} className="max-md:w-full">
            Correct and resubmit
          </LinkButton>
        )}
      </div>
    );
  },
  className: '*:pt-0! md:*:pb-3!',
};

export const submissionRowClass = (_: Submission, hasNotes: boolean): string =>
  cx('max-md:grid-cols-[minmax(0,1fr)_auto]! md:*:py-1.5', hasNotes && 'max-md:pb-0!');
