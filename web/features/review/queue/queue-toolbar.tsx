import { Check, Keyboard, X } from 'lucide-react';
import type { Decision } from '../../../../src/contract/sale/statuses.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { useOnline } from '../../../ui/hooks/use-online.ts';
import { useAnnouncement } from '../../../ui/live-region.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { focusResults } from '../../../ui/page/results-skip-link.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { Freshness } from '../../../ui/tables/freshness.tsx';
import { UndoLastButton } from '../sale/outcome.tsx';
import { useReviewQueue } from '../state/queue-context.tsx';
import { arrivals, isAllSelected, openRows, selectedSales } from '../state/review-queue.ts';
import type { ReviewView } from '../state/review-search-params.ts';
import { Shortcut } from '../state/shortcuts.tsx';
import { useFetchSales } from '../state/use-queue-request.ts';

const VIEWS: { value: ReviewView; label: string }[] = [
  { value: 'cards', label: 'Cards' },
  { value: 'workbench', label: 'Workbench' },
];

/** Counts, bulk decisions and the choice of view. It stays in sight, and keeps its height. */
export function QueueToolbar({ onBulk, onHelp }: { onBulk: (status: Decision) => void; onHelp: () => void }) {
  const { queue, dispatch, view, show } = useReviewQueue();
  const selected = selectedSales(queue).length;
  const isOnline = useOnline();
  return (
    <div
      data-toolbar={isOnline || undefined}
      className={cx(
        '-mx-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-transparent bg-paper px-4 py-2 md:-mx-2 md:px-2',
        // Without a network, the bar that says so takes its place.
        isOnline && 'sticky top-0 z-20 low:static',
      )}
    >
      {queue.scope !== 'reported' && (
        <Checkbox
          label={<span className="text-sm text-ink-soft">Select all</span>}
          checked={isAllSelected(queue)}
          disabled={openRows(queue).length === 0}
          onCheckedChange={() => dispatch({ type: 'allToggled' })}
        />
      )}
      {selected > 0 ? (
        <BulkButtons selected={selected} onBulk={onBulk} />
      ) : (
        <div className="flex min-h-control flex-wrap items-center gap-x-2">
          <Count />
          <ArrivalsButton />
        </div>
      )}
      <div className={cx('ml-auto flex items-center gap-2', selected > 0 && 'max-md:hidden')}>
        <span className="max-md:hidden">
          <UndoLastButton withLabel />
        </span>
        <Segmented label="View" tabs={VIEWS} value={view} onValueChange={(next) => show({ view: next })} />
        <IconButton label="Keyboard shortcuts" icon={Keyboard} onClick={onHelp} className="max-md:hidden" />
      </div>
    </div>
  );
}

/** How many submissions there are; in a queue, how many on this page still wait. */
function Count() {
  const { queue, params, request } = useReviewQueue();
  // As wide as the text to come, so that the toolbar does not wrap later.
  if (!queue.page) return request.error === null && <Skeleton className="h-5 w-40" />;
  const { total } = queue.page.pagination;
  return (
    <Announced as="p" className="text-base font-semibold tabular-nums">
      {params.tab === 'all' ? counted(total, 'submission') : `${openRows(queue).length} left on this page`}
      <Freshness stale={request.stale} fetching={request.isFetching && request.stale} />
    </Announced>
  );
}

/** Appends the sales that arrived since the load, on request. Reloads the page when it is not known which they are. */
function ArrivalsButton() {
  const { queue, dispatch, params, request } = useReviewQueue();
  const fetchSales = useFetchSales();
  const arrived = arrivals(queue);
  const { hasMore } = queue;
  if (params.tab === 'all' || (arrived.length === 0 && !hasMore)) return null;
  const [noun, uncounted] =
    queue.scope === 'reported'
      ? ['newly reported sale', 'Newly reported sales']
      : ['more submission', 'More submissions'];

  async function append() {
    focusResults();
    if (hasMore) return void (await request.refetch());
    const sales = await fetchSales(arrived.slice(0, params.limit));
    if (sales.length === 0) showToast(MESSAGES.reviewLoadFailed, { tone: 'alert' });
    dispatch({ type: 'arrivalsFetched', sales });
  }
  return (
    <Button variant="quiet" onClick={append} className="animate-rise px-2! text-accent!">
      {hasMore ? uncounted : counted(arrived.length, noun)}
    </Button>
  );
}

function BulkButtons({ selected, onBulk }: { selected: number; onBulk: (status: Decision) => void }) {
  const { dispatch } = useReviewQueue();
  useAnnouncement(`${selected} selected`);
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:basis-full">
      <Button variant="primary" icon={Check} onClick={() => onBulk('approved')} className="max-md:grow">
        Approve {selected}
        <Shortcut>a</Shortcut>
      </Button>
      <Button variant="danger" icon={X} onClick={() => onBulk('rejected')} className="max-md:grow">
        Reject {selected}
        <Shortcut>r</Shortcut>
      </Button>
      <Button
        variant="quiet"
        onClick={() => {
          focusResults();
          dispatch({ type: 'selectionCleared' });
        }}
        className="max-md:hidden"
      >
        Clear
      </Button>
    </div>
  );
}
