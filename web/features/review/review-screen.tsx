import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { hasRole } from '../../../src/contract/accounts/roles.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { SCREEN_TITLES } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.tsx';
import { trpc } from '../../lib/server/trpc.ts';
import { RangeFields } from '../../sales/fields/range-fields.tsx';
import { KIND_OPTIONS } from '../../sales/kind-options.ts';
import { STATUS_OPTIONS } from '../../sales/sale-labels.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Toggle } from '../../ui/fields/checkbox.tsx';
import { FilterSelect, YesNoFilter } from '../../ui/fields/select.tsx';
import { TextFilter } from '../../ui/fields/text-filter.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { useTabTitle } from '../../ui/page/use-tab-title.ts';
import { latePart } from '../../ui/states/late-part.tsx';
import { ClearFilters } from '../../ui/tables/clear-filters.tsx';
import { IgnoredFilters } from '../../ui/tables/ignored-filters.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { SubmissionList } from './queue/submission-list.tsx';
import { REVIEW_TOP, ReviewHeader } from './review-header.tsx';
import { ReviewQueueProvider } from './state/queue-context.tsx';
import {
  REVIEW_FORMAT,
  type ReviewNavigation,
  type ReviewTab,
  useReviewNavigation,
} from './state/review-search-params.ts';

const ReviewersPanel = latePart(() => import('./reviewers/reviewers-panel.tsx'), { Waiting: Loading });

export default function ReviewScreen() {
  const { user } = useSession();
  const isAdmin = hasRole(user, 'admin');
  const navigation = useReviewNavigation(isAdmin);
  const { params, ignored, show } = navigation;
  const { tab } = params;
  const { data: counts } = trpc.reviews.counts.useQuery({});
  const tabs: Tab<ReviewTab>[] = [
    { value: 'pending', label: 'Pending', count: counts?.pending },
    { value: 'reported', label: 'Reports', count: counts?.reported },
    { value: 'all', label: 'All', count: counts?.all },
    ...(isAdmin ? [{ value: 'reviewers' as const, label: 'Reviewers' }] : []),
  ];
  useTabTitle(SCREEN_TITLES.review, tabs, tab);

  return (
    <div className={REVIEW_TOP}>
      <Tabs
        label="Submissions"
        tabs={tabs}
        value={tab}
        onValueChange={(next) => show({ tab: next })}
        before={<ReviewHeader note={isAdmin ? '' : `${MESSAGES.ownExcluded}.`} />}
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

interface QueueFiltersProps extends Pick<ReviewNavigation, 'params' | 'show' | 'clear' | 'cleared'> {
  isAdmin: boolean;
}

const TEXT_FILTERS = [
  ['name', 'Name contains'],
  ['submitter', 'Submitted by'],
  ['reviewer', 'Decided by'],
] as const;

/** The filters of the All tab. Each takes effect at once. */
function QueueFilters({ params, show, clear, cleared, isAdmin }: QueueFiltersProps) {
  const active = REVIEW_FORMAT.filtersSet(params);
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section
      aria-label="Filters"
      className="rounded-lg border-line bg-surface md:border md:px-4 md:pt-3 md:pb-4 max-md:has-aria-expanded:border max-md:has-aria-expanded:p-4"
    >
      <Button
        icon={SlidersHorizontal}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="w-full aria-expanded:mb-4 md:hidden"
      >
        Filters{active > 0 && ` (${active})`}
      </Button>
      <div id={id} className={cx(!isOpen && 'max-md:hidden')}>
        <div key={cleared} className="grid grid-cols-2 gap-x-3 gap-y-4 lg:grid-cols-5">
          <FilterSelect
            label="Kind"
            placeholder="Both"
            value={params.kind}
            onFilter={(kind) => show({ kind })}
            options={KIND_OPTIONS}
          />
          <FilterSelect
            label="Status"
            value={params.status}
            onFilter={(status) => show({ status })}
            options={STATUS_OPTIONS}
          />
          {TEXT_FILTERS.map(([field, label]) => (
            <TextFilter
              key={field}
              label={label}
              placeholder="Any"
              data-filter={field}
              value={params[field]}
              onFilter={(text) => show({ [field]: text }, field)}
            />
          ))}
          <YesNoFilter
            label="Flags"
            yes="With flags"
            no="Without flags"
            value={params.flagged}
            onFilter={(flagged) => show({ flagged })}
          />
          <RangeFields filters={params} onFilter={show} />
        </div>
        {(isAdmin || active > 0) && (
          <div className="mt-2 flex flex-wrap items-center gap-x-6">
            {isAdmin && (
              <Toggle
                label="Deleted sales"
                checked={params.deleted ?? false}
                onCheckedChange={(deleted) => show({ deleted: deleted || undefined })}
              />
            )}
            {active > 0 && (
              <ClearFilters variant="quiet" clear={clear} className="-mx-3.5">
                Clear all filters
              </ClearFilters>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
