import { useEffect, useMemo } from 'react';
import { Link } from 'wouter';
import type { SaleStatus } from '../../../src/contract/sale/statuses.ts';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { counted, formatNumber } from '../../../src/contract/shared/plural.ts';
import type { IgnoredFilter } from '../../../src/contract/shared/search-param-values.ts';
import { shareText } from '../../../src/contract/shared/shares.ts';
import { ChartSection } from '../../charts/chart-section.tsx';
import { PATHS } from '../../lib/paths.ts';
import { usePaged } from '../../lib/server/fetched.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { STATUS_OPTIONS } from '../../sales/sale-labels.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { latePart } from '../../ui/states/late-part.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { ClearFilters } from '../../ui/tables/clear-filters.tsx';
import { PagedTable } from '../../ui/tables/paged-list.tsx';
import type { AccountNavigation } from './account-search-params.ts';
import { REVIEW_NOTES, submissionColumns, submissionRowClass } from './submission-columns.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const FAILED = 'Failed to load your submissions';

interface MySubmissionsProps extends AccountNavigation {
  ignored: readonly IgnoredFilter[];
}

export function MySubmissions({ params, go, ignored }: MySubmissionsProps) {
  const { status, page, limit } = params;
  const query = trpc.submissions.list.useQuery({ status, page, limit });
  const { data, isFetching, total, totalPages, list } = usePaged(query, 'submissions', FAILED);
  const showsRejected = status === 'rejected' || (status === undefined && totalPages <= 1);
  const withdrawal = useDialog<Submission>();
  const columns = useMemo(() => submissionColumns(withdrawal.show), [withdrawal.show]);
  useSeenRejections(data !== undefined && !isFetching && showsRejected);

  return (
    <>
      <PagedTable
        label="My submissions"
        url={{ params, go, ignored }}
        sizes={LIMITS.reviewPageSizes}
        {...list}
        columns={columns}
        rowKey={({ sale_id }) => sale_id}
        skeletonRows={8}
        rowClassName={submissionRowClass}
        detail={REVIEW_NOTES}
        filters={
          <>
            <Summary params={params} go={go} />
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <StatusChoice status={status} onChoose={(next) => go({ status: next })} />
              <p className="text-sm text-ink-soft">
                Submissions cannot be edited once they are sent.{' '}
                <Link href={`${PATHS.faq}#edit`} className="link">
                  What to do about a mistake
                </Link>
              </p>
            </div>
          </>
        }
        count={counted(total, 'submission')}
        empty={<NoSubmissions status={status} onShowAll={() => go({ status: undefined })} />}
      />
      {withdrawal.render((sale, props) => (
        <WithdrawDialog {...props} sale={sale} />
      ))}
    </>
  );
}

/** Marks the notices of rejections as read, once the rejected submissions are on screen. */
function useSeenRejections(onScreen: boolean): void {
  const { inbox } = trpc.useUtils();
  const { data: count } = trpc.inbox.count.useQuery({});
  const { mutate } = trpc.inbox.markAllRead.useMutation({
    onSuccess: async (left) => {
      inbox.count.setData({}, left);
      await inbox.list.invalidate();
    },
  });
  const isDue = onScreen && count !== undefined && count.rejected > 0;
  useEffect(() => {
    if (isDue) mutate({ kind: 'submission_rejected' });
  }, [isDue, mutate]);
}

const STATUSES: readonly SaleStatus[] = ['approved', 'rejected', 'pending'];

/**
 * `142 submitted: 120 approved, 9 rejected, 13 pending · 93% of decided submissions approved`. A status without submissions is
 * left out; null without any.
 */
export function submissionRecord(counts: Readonly<Record<SaleStatus, number>>): string | null {
  const decided = counts.approved + counts.rejected;
  const total = decided + counts.pending;
  if (total === 0) return null;
  const parts = STATUSES.filter((status) => counts[status] > 0).map(
    (status) => `${formatNumber(counts[status])} ${status}`,
  );
  const record = `${formatNumber(total)} submitted: ${parts.join(', ')}`;
  return decided === 0
    ? record
    : `${record} · ${shareText(counts.approved / decided)} of decided submissions approved`;
}

/** What became of all submissions, and the prices of the approved ones. */
function Summary({ params, go }: AccountNavigation) {
  const { data: counts, isPending } = trpc.submissions.counts.useQuery({});
  const record = counts && submissionRecord(counts);
  return (
    <>
      {/* As high as both are for most users. */}
      {isPending && <Skeleton className="mb-22 h-12 max-w-xl md:h-6" />}
      {record && <p className="text-base text-ink-soft tabular-nums">{record}</p>}
      {counts && counts.approved > 0 && <OwnSales params={params} go={go} />}
    </>
  );
}

interface StatusChoiceProps {
  status: SaleStatus | undefined;
  onChoose: (status: SaleStatus | undefined) => void;
}

function StatusChoice({ status, onChoose }: StatusChoiceProps) {
  const { data: counts } = trpc.submissions.counts.useQuery({});
  return (
    <Segmented<SaleStatus | 'all'>
      label="Status"
      tabs={[
        { value: 'all', label: 'All', count: counts && counts.pending + counts.approved + counts.rejected },
        ...STATUS_OPTIONS.map((option) => ({ ...option, count: counts?.[option.value] })),
      ]}
      value={status ?? 'all'}
      onValueChange={(chosen) => onChoose(chosen === 'all' ? undefined : chosen)}
    />
  );
}

const NOTHING_IN: Record<SaleStatus, string> = {
  pending: 'No pending submissions',
  approved: 'No approved submissions yet',
  rejected: 'No rejected submissions',
};

function NoSubmissions({ status, onShowAll }: { status: SaleStatus | undefined; onShowAll: () => void }) {
  if (status)
    return (
      <EmptyState
        title={NOTHING_IN[status]}
        action={<ClearFilters clear={onShowAll}>Show all submissions</ClearFilters>}
      />
    );
  return (
    <EmptyState
      title="You have not submitted a sale yet"
      action={
        <LinkButton href={PATHS.submit} variant="primary">
          Submit Data
        </LinkButton>
      }
    >
      Have you seen a sale? Submit it with its proof, and follow its review here.
    </EmptyState>
  );
}

/** The chart's script is large, so it is loaded when the chart is shown. */
const OwnSalesChart = latePart(() => import('./own-sales-chart.tsx'), {
  height: 'h-135 md:h-85.5 md:touch:h-99',
});

/** The prices of the user's approved sales over time, on demand. */
function OwnSales({ params, go }: AccountNavigation) {
  return (
    <ChartSection
      title="Prices of your sales"
      shown={params.chart === 'shown'}
      onChoose={(chart) => go({ chart })}
    >
      {(heading, toggle) => <OwnSalesChart {...{ params, go, heading, toggle }} />}
    </ChartSection>
  );
}
