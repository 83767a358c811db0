import { hasRole } from '../../../src/contract/accounts/roles.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { SCREEN_TITLES } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.tsx';
import { trpc } from '../../lib/server/trpc.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { latePart } from '../../ui/states/late-part.tsx';
import { IgnoredFilters } from '../../ui/tables/ignored-filters.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { QueueFilters } from './queue/queue-filters.tsx';
import { SubmissionList } from './queue/submission-list.tsx';
import { REVIEW_TOP, ReviewHeader } from './review-header.tsx';
import { ReviewQueueProvider } from './state/queue-context.tsx';
import { type ReviewTab, useReviewNavigation } from './state/review-search-params.ts';

const ReviewersPanel = latePart(() => import('./reviewers/reviewers-panel.tsx'), { Waiting: Loading });

export default function ReviewScreen() {
  usePageTitle(SCREEN_TITLES.review);
  const { user } = useSession();
  const isAdmin = hasRole(user, 'admin');
  const navigation = useReviewNavigation(isAdmin);
  const { params, ignored, show } = navigation;
  const { data: counts } = trpc.reviews.counts.useQuery({});
  // A link to the reviewers shows the queue to everyone but admins.
  const tab: ReviewTab = params.tab === 'reviewers' && !isAdmin ? 'pending' : params.tab;
  const tabs: Tab<ReviewTab>[] = [
    { value: 'pending', label: 'Pending', count: counts?.pending },
    { value: 'reported', label: 'Reports', count: counts?.reported },
    { value: 'all', label: 'All', count: counts?.all },
    ...(isAdmin ? [{ value: 'reviewers' as const, label: 'Reviewers' }] : []),
  ];

  return (
    <div className={REVIEW_TOP}>
      <Tabs
        label="Submissions"
        tabs={tabs}
        value={tab}
        onValueChange={(next) => show({ tab: next })}
        before={<ReviewHeader {...(!isAdmin && { note: `${MESSAGES.ownExcluded}.` })} />}
      >
        {tab === 'reviewers' ? (
          <div className="pt-5">
            <ReviewersPanel />
          </div>
        ) : (
          <>
            {tab === 'all' && (
              <div className="pt-5">
                <QueueFilters {...navigation} isAdmin={isAdmin} />
              </div>
            )}
            {ignored.length > 0 && (
              <div className="pt-5">
                <IgnoredFilters ignored={ignored} />
              </div>
            )}
            <ReviewQueueProvider key={tab} navigation={navigation}>
              <SubmissionList />
            </ReviewQueueProvider>
          </>
        )}
      </Tabs>
    </div>
  );
}
