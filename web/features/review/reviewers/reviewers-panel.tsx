import { REVIEWER_FIGURES, type Reviewer } from '../../../../src/contract/review/reviewer-audit.ts';
import { calendarDay } from '../../../../src/contract/shared/search-param-values.ts';
import { SuspendDialog } from '../../../accounts/suspend-dialog.tsx';
import { serverToday } from '../../../lib/clock.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useLastDefined } from '../../../lib/server/fetched.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { trpc } from '../../../lib/server/trpc.ts';
import { useUrlState } from '../../../lib/use-url-state.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { useDraft } from '../../../ui/fields/use-draft.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { RESULTS, ResultsSkipLink } from '../../../ui/page/results-skip-link.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { QueryError } from '../../../ui/states/states.tsx';
import { DataTable, type Sorting } from '../../../ui/tables/data-table.tsx';
import { Freshness } from '../../../ui/tables/freshness.tsx';
import { IgnoredFilters } from '../../../ui/tables/ignored-filters.tsx';
import { SortSelect } from '../../../ui/tables/sort-select.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import { ReturnRunList } from './return-run-list.tsx';
import { REVIEWERS_FORMAT, type ReviewerSort, sortReviewers } from './reviewers-search-params.ts';
import { reviewerColumns } from './reviewers-table.tsx';

/** The Reviewers tab, for admins: how reviewers decide, returning the approvals of one of them, and suspending one. */
export default function ReviewersPanel() {
  const { params, go, ignored } = useUrlState(PATHS.review, REVIEWERS_FORMAT);
  const { since, sort, order } = params;
  const { user } = useSession();
  const query = trpc.reviewerAudit.reviewers.useQuery({ since });
  const { data, error, isFetching } = query;
  const kept = useLastDefined(data, 'reviewers')?.data;
  const returning = useDialog<Reviewer>();
  const suspending = useDialog<Reviewer>();
  const stale = kept !== data?.data;
  const columns = reviewerColumns(user?.user_id, since, {
    onReturn: returning.show,
    onSuspend: suspending.show,
  });
  const sorting: Sorting<ReviewerSort> = { sort, order, onSort: go };

  return (
    <div className="space-y-8">
      <section {...RESULTS} aria-label="Reviewers" className="space-y-4">
        <ResultsSkipLink />
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="flex flex-wrap items-end gap-x-2">
            <SinceField since={since} onSince={(day) => go({ since: day }, 'since')} />
            <Announced as="p" className="flex h-control items-center">
              <Freshness stale={stale} fetching={isFetching} />
            </Announced>
          </div>
          <SortSelect columns={columns} {...sorting} />
        </div>
        <IgnoredFilters ignored={ignored} />
        {error && (
          <QueryError banner={kept !== undefined} query={query} message="Failed to load the reviewers" />
        )}
        {(kept ? kept.length > 0 : !error) && (
          <DataTable
            caption="Reviewers"
            columns={columns}
            rows={kept && sortReviewers(kept, params)}
            rowKey={({ user_id }) => user_id}
            sorting={sorting}
            busy={stale && isFetching}
            skeletonRows={4}
          />
        )}
        {kept && kept.length > 0 && <p className="text-xs text-ink-faint">{REVIEWER_FIGURES.join(' ')}</p>}
        {kept?.length === 0 && <EmptyState title="No reviewers yet" />}
      </section>
      <ReturnRunList />
      {returning.render((reviewer, props) => (
        <ReturnDialog {...props} reviewer={reviewer} since={since ?? ''} />
      ))}
      {suspending.render((account, props) => (
        <SuspendDialog
          {...props}
          account={account}
          since={since ?? ''}
          onSuspended={(_, done) => showToast(done, { tone: 'success' })}
        />
      ))}
    </div>
  );
}

interface SinceFieldProps {
  since: string | undefined;
  onSince: (day: string | undefined) => void;
}

/** The first day whose decisions count; takes effect when typing pauses. */
function SinceField({ since, onSince }: SinceFieldProps) {
  const { draft, type, settle } = useDraft(
    since ?? '',
    (day) => onSince(day || undefined),
    (text) => calendarDay(text) ?? '',
  );
  return (
    <div className="flex items-end gap-2">
      <DateField
        label="Decisions since"
        value={draft}
        max={serverToday()}
        onValueChange={type}
        className="w-40"
      />
      {since !== undefined && (
        <Button
          variant="quiet"
          onClick={() => {
            settle('');
            onSince(undefined);
          }}
        >
          All time
        </Button>
      )}
    </div>
  );
}
