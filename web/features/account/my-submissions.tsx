import { useRef } from 'react';
import { Link } from 'wouter';
import { lastPage } from '../../../src/contract/address-values.ts';
import { LIMITS } from '../../../src/contract/limits.ts';
import type { SaleStatus } from '../../../src/contract/sale.ts';
import { PATHS } from '../../app/paths.ts';
import { errorText } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Go } from '../../lib/use-address.ts';
import { useKept } from '../../lib/use-kept.ts';
import { Freshness } from '../../sales/freshness.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import type { AccountAddress } from './account-search-params.ts';
import { SubmissionsTable } from './submissions-table.tsx';

const FAILED = 'Failed to load your submissions';

interface MySubmissionsProps {
  address: AccountAddress;
  go: Go<AccountAddress>;
}

/** Everything one has submitted, newest first, and what became of it. */
export function MySubmissions({ address, go }: MySubmissionsProps) {
  const { status, page, limit } = address;
  const { data, error, isFetching, refetch } = trpc.submissions.list.useQuery({ status, page, limit });
  const kept = useKept(data, 'submissions');
  const top = useRef<HTMLElement>(null);
  const stale = kept !== data;
  const total = kept?.pagination.total ?? 0;
  // An empty list of another state says nothing of this one.
  const shown = kept && stale && kept.data.length === 0 ? undefined : kept;

  return (
    <section ref={top} aria-label="My submissions" className="scroll-mt-4 space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <StatusChoice status={status} onChoose={(next) => go({ status: next })} />
        <p className="text-sm text-ink-soft">
          Submissions cannot be edited once they are sent.{' '}
          <Link href={`${PATHS.faq}#edit`} className="link">
            What to do about a mistake
          </Link>
        </p>
      </div>
      <p role="status" className="text-base font-semibold tabular-nums empty:hidden">
        {shown ? countOf(total) : !error && <Skeleton className="h-5 w-32" />}
        {shown && <Freshness stale={stale} fetching={isFetching} />}
      </p>
      {error && (
        <ErrorState
          banner={shown !== undefined}
          message={errorText(error, FAILED)}
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {(shown ? shown.data.length > 0 : !error) && (
        <SubmissionsTable submissions={shown?.data} busy={stale && isFetching} />
      )}
      {shown?.data.length === 0 && <Nothing address={address} go={go} total={total} />}
      {shown && total > 0 && (
        <Pagination
          label="Submissions"
          page={page}
          totalPages={Math.min(shown.pagination.totalPages, lastPage(limit))}
          limit={limit}
          pageSizes={LIMITS.reviewPageSizes}
          onPageChange={(next) => {
            go({ page: next });
            top.current?.scrollIntoView({ block: 'start' });
          }}
          onLimitChange={(size) => go({ limit: size })}
        />
      )}
    </section>
  );
}

const countOf = (total: number): string =>
  total === 1 ? '1 submission' : `${total.toLocaleString('en-US')} submissions`;

interface StatusChoiceProps {
  status: SaleStatus | undefined;
  onChoose: (status: SaleStatus | undefined) => void;
}

/** The states, each with how many submissions are in it. */
function StatusChoice({ status, onChoose }: StatusChoiceProps) {
  const { data: counts } = trpc.submissions.counts.useQuery({});
  return (
    <Segmented<SaleStatus | 'all'>
      label="State"
      tabs={[
        { value: 'all', label: 'All', count: counts && counts.pending + counts.approved + counts.rejected },
        { value: 'pending', label: 'Pending', count: counts?.pending },
        { value: 'approved', label: 'Approved', count: counts?.approved },
        { value: 'rejected', label: 'Rejected', count: counts?.rejected },
      ]}
      value={status ?? 'all'}
      onValueChange={(chosen) => onChoose(chosen === 'all' ? undefined : chosen)}
    />
  );
}

const NOTHING_IN: Record<SaleStatus, string> = {
  pending: 'None of your submissions waits for review',
  approved: 'None of your submissions is approved yet',
  rejected: 'None of your submissions was rejected',
};

function Nothing({ address, go, total }: MySubmissionsProps & { total: number }) {
  if (total > 0)
    return (
      <EmptyState
        title={`There is no page ${address.page.toLocaleString('en-US')}`}
        action={<Button onClick={() => go({ page: 1 })}>Go to the first page</Button>}
      />
    );
  if (address.status)
    return (
      <EmptyState
        title={NOTHING_IN[address.status]}
        action={<Button onClick={() => go({ status: undefined })}>Show all submissions</Button>}
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
      Did you see one finish? Submit it with its proof, and follow here what becomes of it.
    </EmptyState>
  );
}
