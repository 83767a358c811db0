import { useState } from 'react';
import { LIMITS } from '../../../src/contract/limits.ts';
import { MESSAGES } from '../../../src/contract/messages.ts';
import { hasRole } from '../../../src/contract/roles.ts';
import { PATHS } from '../../app/paths.ts';
import { lastPage } from '../../lib/address-values.ts';
import { errorText } from '../../lib/errors.ts';
import { useSession } from '../../lib/session.tsx';
import { trpc } from '../../lib/trpc.ts';
import { type AddressFormat, type Go, useAddress } from '../../lib/use-address.ts';
import { useKept } from '../../lib/use-kept.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Freshness } from '../../sales/freshness.tsx';
import type { AnySale } from '../../sales/sale-summary.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { printAddress, type ReviewAddress, readAddress } from './review-address.ts';
import { ReviewCard, SkeletonCard } from './review-card.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { ReviewFilterPanel } from './review-filters.tsx';

const FORMAT: AddressFormat<ReviewAddress> = {
  read: readAddress,
  print: printAddress,
  keepsPage: ['page'],
};

/** Review Submissions (SPEC section 2): the queue, and everything that was ever in it. */
export default function ReviewScreen() {
  usePageTitle('Review Submissions');
  const { user } = useSession();
  const { address, go } = useAddress(PATHS.review, FORMAT);
  const counts = trpc.reviews.counts.useQuery({});
  const { scope, filters } = address;

  return (
    <>
      <PageHeader title="Review Submissions">
        {hasRole(user, 'admin')
          ? 'Approve what its proof shows; correct it or reject it otherwise.'
          : `${MESSAGES.ownExcluded}.`}
      </PageHeader>
      <Tabs
        label="Submissions"
        tabs={[
          { value: 'pending', label: 'Pending', count: counts.data?.pending },
          { value: 'all', label: 'All', count: counts.data?.all },
        ]}
        value={scope}
        onValueChange={(next) => go({ scope: next, filters: {} })}
      >
        <div className="space-y-4 pt-5">
          {scope === 'all' && (
            <ReviewFilterPanel
              filters={filters}
              onFilter={(change, typing) =>
                go({ filters: { ...readAddress(location.search).filters, ...change } }, typing)
              }
              onClear={() => go({ filters: {} })}
            />
          )}
          <Submissions address={address} go={go} />
        </div>
      </Tabs>
    </>
  );
}

function Submissions({ address, go }: { address: ReviewAddress; go: Go<ReviewAddress> }) {
  const { scope, filters, page, limit } = address;
  const { data, error, isFetching, refetch } = trpc.reviews.list.useQuery({ scope, ...filters, page, limit });
  const kept = useKept(data, scope);
  const [opened, setOpened] = useState<AnySale | null>(null);
  const [open, setOpen] = useState(false);
  const total = kept?.pagination.total ?? 0;

  function look(sale: AnySale) {
    setOpened(sale);
    setOpen(true);
  }

  return (
    <section className="space-y-4">
      <h2 className="sr-only">{scope === 'pending' ? 'Pending submissions' : 'All submissions'}</h2>
      {kept && (
        <p role="status" className="text-base font-semibold tabular-nums">
          {total === 1 ? '1 submission' : `${total.toLocaleString('en-US')} submissions`}
          <Freshness stale={kept !== data} fetching={isFetching} />
        </p>
      )}
      {error && (
        <ErrorState
          banner={kept !== undefined}
          message={errorText(error, MESSAGES.reviewLoadFailed)}
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      <div
        aria-busy={kept !== data}
        className={cx(
          'grid gap-4 transition-opacity sm:grid-cols-2 lg:grid-cols-3',
          kept && kept !== data && isFetching && 'opacity-55 delay-200',
        )}
      >
        {kept
          ? kept.data.map((sale) => <ReviewCard key={sale.sale_id} sale={sale} onOpen={() => look(sale)} />)
          : !error && [1, 2, 3, 4, 5, 6].map((place) => <SkeletonCard key={place} />)}
      </div>
      {kept?.data.length === 0 && <Nothing address={address} go={go} total={total} />}
      {kept && total > 0 && (
        <Pagination
          label="Submissions"
          page={page}
          totalPages={Math.min(kept.pagination.totalPages, lastPage(limit))}
          limit={limit}
          pageSizes={LIMITS.reviewPageSizes}
          onPageChange={(next) => {
            go({ page: next });
            scrollTo(0, 0);
          }}
          onLimitChange={(size) => go({ limit: size })}
        />
      )}
      {opened && (
        <ReviewDialog
          key={`${opened.sale_id} ${opened.version}`}
          sale={opened}
          newest={kept?.data.find((sale) => sale.sale_id === opened.sale_id)}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

function Nothing({ address, go, total }: { address: ReviewAddress; go: Go<ReviewAddress>; total: number }) {
  if (total > 0)
    return (
      <EmptyState
        title="This page is empty now"
        action={<Button onClick={() => go({ page: 1 })}>Go to the first page</Button>}
      />
    );
  if (address.scope === 'pending')
    return <EmptyState title="Nothing waits for review">New submissions appear here.</EmptyState>;
  return Object.keys(address.filters).length > 0 ? (
    <EmptyState
      title="No submissions match"
      action={<Button onClick={() => go({ filters: {} })}>Clear all filters</Button>}
    />
  ) : (
    <EmptyState title="No submissions yet" />
  );
}
