import { lazy, Suspense } from 'react';
import { MESSAGES } from '../../../src/contract/messages.ts';
import { hasRole } from '../../../src/contract/roles.ts';
import { Loading } from '../../app/loading.tsx';
import { useSession } from '../../lib/session.tsx';
import { trpc } from '../../lib/trpc.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { ReviewFilterPanel } from './queue/queue-filters.tsx';
import { Submissions } from './queue/submission-list.tsx';
import type { ReviewTab } from './state/review-search-params.ts';
import { useReviewAddress } from './state/use-review-address.ts';

const ReviewersPanel = lazy(() => import('./reviewers/reviewers-panel.tsx'));

/** Review Submissions (SPEC section 2): the queue, everything that was ever in it, and who decided how. */
export default function ReviewScreen() {
  usePageTitle('Review Submissions');
  const { user } = useSession();
  const navigation = useReviewAddress();
  const { address, show, filter } = navigation;
  const { data: counts } = trpc.reviews.counts.useQuery({});
  const isAdmin = hasRole(user, 'admin');
  // An address that an admin passed on leads everybody else to the queue.
  const tab: ReviewTab = address.tab === 'reviewers' && !isAdmin ? 'pending' : address.tab;
  const tabs: Tab<ReviewTab>[] = [
    { value: 'pending', label: 'Pending', ...(counts && { count: counts.pending }) },
    { value: 'all', label: 'All', ...(counts && { count: counts.all }) },
    ...(isAdmin ? [{ value: 'reviewers' as const, label: 'Reviewers' }] : []),
  ];

  return (
    <>
      <PageHeader title="Review Submissions">
        {isAdmin
          ? 'Approve what its proof shows; correct it or reject it otherwise.'
          : `${MESSAGES.ownExcluded}.`}
      </PageHeader>
      <Tabs
        label="Submissions"
        tabs={tabs}
        value={tab}
        onValueChange={(next) => show({ tab: next, filters: {} })}
      >
        {tab === 'reviewers' ? (
          <div className="pt-5">
            <Suspense fallback={<Loading />}>
              <ReviewersPanel />
            </Suspense>
          </div>
        ) : (
          <>
            {tab === 'all' && (
              <div className="pt-5">
                <ReviewFilterPanel
                  filters={address.filters}
                  isAdmin={isAdmin}
                  onFilter={filter}
                  onClear={() => show({ filters: {} })}
                />
              </div>
            )}
            <Submissions key={tab} navigation={navigation} />
          </>
        )}
      </Tabs>
    </>
  );
}
