import { useState } from 'react';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { REJECTION_REASONS, type ReviewScope } from '../../../../src/contract/review/review-values.ts';
import type { Decision } from '../../../../src/contract/sale/statuses.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { focusResults, RESULTS, ResultsSkipLink } from '../../../ui/page/results-skip-link.tsx';
import { ShortcutList } from '../../../ui/shortcut-list.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { QueryError } from '../../../ui/states/states.tsx';
import { ClearFilters } from '../../../ui/tables/clear-filters.tsx';
import { fadedIf } from '../../../ui/tables/freshness.tsx';
import { Pagination } from '../../../ui/tables/pagination.tsx';
import { usePageTurn } from '../../../ui/tables/use-page-turn.ts';
import { PageDecided } from '../sale/page-decided.tsx';
import { useReviewQueue } from '../state/queue-context.tsx';
import { selectedSales } from '../state/review-queue.ts';
import { REVIEW_FORMAT } from '../state/review-search-params.ts';
import { usePrefetchNext, useQueueShortcuts } from '../state/use-queue-navigation.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { CardGrid } from './card-grid.tsx';
import { QueueToolbar } from './queue-toolbar.tsx';
import { Workbench } from './workbench.tsx';

const TITLES: Record<ReviewScope, string> = {
  pending: 'Pending submissions',
  reported: 'Reported sales',
  all: 'All submissions',
};

export function SubmissionList() {
  const { queue, params, view, request, show, isSplit } = useReviewQueue();
  const { top, turnTo } = usePageTurn((page) => show({ page }));
  const bulk = useDialog<{ status: Decision; selected: readonly ReviewSale[] }>();
  const [helpOpen, setHelpOpen] = useState(false);
  const onBulk = (status: Decision) => bulk.show({ status, selected: selectedSales(queue) });
  const onHelp = () => setHelpOpen(true);
  useQueueShortcuts({ onBulk, onHelp });
  usePrefetchNext();
  const { page, rows } = queue;
  const { error, isFetching, stale } = request;
  const View = view === 'workbench' ? Workbench : CardGrid;

  return (
    <section ref={top} {...RESULTS} className="space-y-3 pt-2 lg:space-y-2 lg:pt-1">
      <ResultsSkipLink />
      <h2 className="sr-only">{TITLES[queue.scope]}</h2>
      <QueueToolbar onBulk={onBulk} onHelp={onHelp} />
      {error && (
        <QueryError banner={page !== undefined} query={request} message={MESSAGES.reviewLoadFailed} />
      )}
      {(rows.length > 0 || !page) && (page || !error) && (
        <div aria-busy={stale} className={fadedIf(stale && isFetching && page !== undefined)}>
          <View />
        </div>
      )}
      {page && rows.length === 0 && <EmptyList />}
      {!isSplit && <PageDecided />}
      {page && page.pagination.total > 0 && (
        <Pagination
          label="Submissions"
          page={params.page}
          totalPages={page.pagination.totalPages}
          limit={params.limit}
          sizes={LIMITS.reviewPageSizes}
          onPage={turnTo}
          onLimit={(limit) => show({ limit, page: 1 })}
        />
      )}
      {bulk.render((chosen, props) => (
        <BulkDialog {...chosen} {...props} />
      ))}
      <ShortcutsDialog open={helpOpen} onClose={() => setHelpOpen(false)} />
    </section>
  );
}

function EmptyList() {
  const { queue, params, show, clear } = useReviewQueue();
  if (queue.page && queue.page.pagination.total > 0)
    return (
      <EmptyState
        title="This page is empty now"
        action={
          <Button
            onClick={() => {
              focusResults();
              show({ page: 1 });
            }}
          >
            Go to the first page
          </Button>
        }
      />
    );
  if (params.tab === 'pending')
    return <EmptyState title="Nothing to review">New submissions appear here.</EmptyState>;
  if (params.tab === 'reported')
    return <EmptyState title="No open reports">Approved sales that players report appear here.</EmptyState>;
  return REVIEW_FORMAT.filtersSet(params) > 0 ? (
    <EmptyState
      title="No submissions match"
      action={<ClearFilters clear={clear}>Clear all filters</ClearFilters>}
    />
  ) : (
    <EmptyState title="No submissions yet" />
  );
}

const SHORTCUTS = [
  ['j', 'Next sale; at the end of a page where everything is decided, the next page'],
  ['k', 'Previous sale'],
  ['Enter', 'Open the sale; in the workbench, go into it'],
  ['a', 'Approve'],
  ['r', `Reject: 1 to ${REJECTION_REASONS.length} choose a reason, Enter sends it`],
  ['d', 'Reports: dismiss them; r returns the sale to review'],
  ['e', 'Edit'],
  ['p', 'Open the proof in a new tab'],
  ['Esc', 'Leave the notes, rejecting or editing; asks first when an edit is not saved'],
  ['x', 'Select the sale; while some are selected, a and r decide them together'],
  ['u', `Undo the last decision, for ${LIMITS.review.undoSeconds} seconds`],
  ['/', 'Filter all submissions'],
  ['?', 'Show this list'],
] as const;

function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Single keys work anywhere on this screen except while you are typing. Other combinations with Ctrl, Alt or Meta belong to the browser."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ShortcutList shortcuts={SHORTCUTS} />
    </Dialog>
  );
}
