import { useState } from 'react';
import { lastPage } from '../../../../src/contract/address-values.ts';
import { LIMITS } from '../../../../src/contract/limits.ts';
import { MESSAGES } from '../../../../src/contract/messages.ts';
import type { ReviewSale } from '../../../../src/contract/review.ts';
import type { Decision } from '../../../../src/contract/sale.ts';
import { errorText } from '../../../lib/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { isOpen } from '../state/review-queue.ts';
import { useDesk } from '../state/use-decisions.ts';
import { useDeskMoves } from '../state/use-queue-navigation.ts';
import type { ReviewNavigation } from '../state/use-review-address.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { ReviewGrid } from './card-grid.tsx';
import { ReviewToolbar } from './queue-toolbar.tsx';
import { HelpDialog } from './shortcuts-dialog.tsx';
import { Workbench } from './workbench.tsx';

interface Bulk {
  status: Decision;
  sales: readonly ReviewSale[];
  /** Another time, another dialog. */
  round: number;
}

/** A list of submissions in the view that the address asks for, and all that can be done with it. */
export function Submissions({ navigation }: { navigation: ReviewNavigation }) {
  const { address, show } = navigation;
  const desk = useDesk(address);
  const [bulk, setBulk] = useState<Bulk>({ status: 'approved', sales: [], round: 0 });
  const [bulkOpen, setBulkOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const moves = useDeskMoves(navigation, desk, { onHelp: () => setHelpOpen(true) });
  const { loaded, error, fetching, stale } = desk;
  const { rows } = desk.desk;
  const total = loaded?.pagination.total ?? 0;
  const View = address.view === 'workbench' ? Workbench : ReviewGrid;

  function openBulk(status: Decision) {
    setBulk((before) => ({ status, sales: desk.selection.sales, round: before.round + 1 }));
    setBulkOpen(true);
  }

  return (
    <section className="space-y-3 pt-2">
      <h2 className="sr-only">{address.tab === 'pending' ? 'Pending submissions' : 'All submissions'}</h2>
      <p role="status" className="sr-only">
        {desk.announcement}
      </p>
      <ReviewToolbar
        address={address}
        desk={desk}
        onView={(view) => show({ view })}
        onBulk={openBulk}
        onUndo={moves.undo}
        onHelp={() => setHelpOpen(true)}
      />
      {error !== null && (
        <ErrorState
          banner={loaded !== undefined}
          message={errorText(error, MESSAGES.reviewLoadFailed)}
          onRetry={desk.reload}
          retrying={fetching}
        />
      )}
      {(rows.length > 0 || !loaded) && (loaded || !error) && (
        <div
          aria-busy={stale}
          className={stale && fetching && loaded ? 'opacity-55 transition-opacity delay-200' : ''}
        >
          <View navigation={navigation} desk={desk} moves={moves} />
        </div>
      )}
      {loaded && rows.length === 0 && <Nothing navigation={navigation} total={total} />}
      {address.tab === 'pending' && rows.length > 0 && !rows.some(isOpen) && (
        <div className="flex flex-wrap items-center justify-center gap-4 rounded-lg border border-line bg-surface px-4 py-5">
          <p className="text-base font-medium">Everything on this page is decided.</p>
          <Button variant="primary" onClick={moves.loadNext}>
            Load the next
          </Button>
        </div>
      )}
      {loaded && total > 0 && (
        <Pagination
          label="Submissions"
          page={address.page}
          totalPages={Math.min(loaded.pagination.totalPages, lastPage(address.limit))}
          limit={address.limit}
          pageSizes={LIMITS.reviewPageSizes}
          onPageChange={(page) => {
            show({ page });
            scrollTo(0, 0);
          }}
          onLimitChange={(limit) => show({ limit, page: 1 })}
        />
      )}
      <BulkDialog
        key={bulk.round}
        desk={desk}
        status={bulk.status}
        sales={bulk.sales}
        open={bulkOpen}
        onClose={() => setBulkOpen(false)}
      />
      <HelpDialog open={helpOpen} onClose={() => setHelpOpen(false)} />
    </section>
  );
}

function Nothing({ navigation: { address, show }, total }: { navigation: ReviewNavigation; total: number }) {
  if (total > 0)
    return (
      <EmptyState
        title="This page is empty now"
        action={<Button onClick={() => show({ page: 1 })}>Go to the first page</Button>}
      />
    );
  if (address.tab === 'pending')
    return <EmptyState title="Nothing waits for review">New submissions appear here.</EmptyState>;
  return Object.keys(address.filters).length > 0 ? (
    <EmptyState
      title="No submissions match"
      action={<Button onClick={() => show({ filters: {} })}>Clear all filters</Button>}
    />
  ) : (
    <EmptyState title="No submissions yet" />
  );
}
