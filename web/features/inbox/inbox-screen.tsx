import { Link } from 'wouter';
import type { InboxCount, InboxEntry } from '../../../src/contract/inbox/inbox.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { counted } from '../../../src/contract/shared/plural.ts';
import { oneNumberOf, pageNumber, trueOrFalse } from '../../../src/contract/shared/search-param-values.ts';
import { PATHS, SCREEN_TITLES } from '../../lib/paths.ts';
import { usePaged } from '../../lib/server/fetched.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { writeErrorText } from '../../lib/server/write-outcome.ts';
import { fieldsFormat } from '../../lib/url-state-format.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { announce } from '../../ui/live-region.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { focusResults } from '../../ui/page/results-skip-link.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Skeletons } from '../../ui/states/states.tsx';
import { ClearFilters } from '../../ui/tables/clear-filters.tsx';
import { fadedIf } from '../../ui/tables/freshness.tsx';
import { PagedList } from '../../ui/tables/paged-list.tsx';
import { InboxEntryRow } from './inbox-entry-row.tsx';

const INBOX_FORMAT = fieldsFormat({
  start: { unread: false, page: 1, limit: LIMITS.list.default },
  readers: { unread: trueOrFalse, page: pageNumber, limit: oneNumberOf(LIMITS.browsePageSizes) },
  filters: ['unread'],
  keepsPage: ['page'],
});

const FAILED = 'Failed to load your inbox';
const NOT_MARKED = 'Failed to mark as read';

export default function InboxScreen() {
  const url = useUrlState(PATHS.inbox, INBOX_FORMAT);
  const { params, go } = url;
  const { unread, page, limit } = params;
  const query = trpc.inbox.list.useQuery({ unread: unread || undefined, page, limit });
  const { data, total, list } = usePaged(query, 'inbox', FAILED);
  const { data: count } = trpc.inbox.count.useQuery({});
  const { markRead, mark, markAll, marking } = useMarking();
  const newest = data?.data[0]?.entry_id;

  return (
    <>
      <PageHeader title={SCREEN_TITLES.inbox}>
        Your submissions, your reports and the{' '}
        <Link href={PATHS.following} className="link touch-target inline-block">
          searches you follow
        </Link>
        .
      </PageHeader>
      <PagedList<InboxEntry>
        label="Inbox entries"
        url={url}
        sizes={LIMITS.browsePageSizes}
        {...list}
        filters={
          <Segmented<'all' | 'unread'>
            label="Entries"
            tabs={[
              { value: 'all', label: 'All' },
              { value: 'unread', label: 'Unread' },
            ]}
            value={unread ? 'unread' : 'all'}
            onValueChange={(value) => go({ unread: value === 'unread' })}
          />
        }
        count={counted(total, unread ? 'unread entry' : 'entry', unread ? 'unread entries' : 'entries')}
        actions={
          !!count?.unread && (
            <Button
              pending={marking}
              onClick={() => {
                // The button disappears.
                focusResults();
                // On the first page, what arrived since is not on screen and stays unread.
                markAll(page === 1 ? newest : undefined);
              }}
            >
              Mark all as read
            </Button>
          )
        }
        table={(rows, busy) => (
          <ul
            aria-busy={busy}
            className={cx(
              'divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface',
              fadedIf(busy),
            )}
          >
            {rows?.map((entry) => (
              <InboxEntryRow
                key={entry.entry_id}
                entry={entry}
                onRead={() => markRead(entry.entry_id)}
                onMark={(row) => {
                  focusStaying(row, unread);
                  mark(entry.entry_id);
                }}
              />
            )) ?? (
              <li className="space-y-7 p-3.5">
                <Skeletons count={6} className="h-11" />
              </li>
            )}
          </ul>
        )}
        empty={<Nothing unread={unread} onShowAll={() => go({ unread: false })} />}
      />
    </>
  );
}

/** Moves the focus from a button that disappears to its entry; if that is removed too, to a neighbour or the list. */
function focusStaying(row: HTMLElement, goes: boolean) {
  const other = row.nextElementSibling ?? row.previousElementSibling ?? row.closest('section');
  const staying = goes ? other : row;
  if (staying instanceof HTMLElement) staying.focus();
}

/** Marks entries as read, and shows it in the list and at the bell. */
function useMarking() {
  const { inbox } = trpc.useUtils();
  const shared = {
    onSuccess: async (count: InboxCount) => {
      inbox.count.setData({}, count);
      await inbox.list.invalidate();
    },
    onError: (error: unknown) => void showToast(writeErrorText(error, NOT_MARKED), { tone: 'alert' }),
  };
  const one = trpc.inbox.markRead.useMutation(shared);
  const all = trpc.inbox.markAllRead.useMutation(shared);
  const announced = { onSuccess: () => announce('Marked as read') };
  return {
    /** Without an announcement, because the subject of the entry opens. */
    markRead: (entry: number) => one.mutate({ entries: [entry] }),
    mark: (entry: number) => one.mutate({ entries: [entry] }, announced),
    markAll: (upTo: number | undefined) => all.mutate(upTo === undefined ? {} : { up_to: upTo }, announced),
    marking: all.isPending,
  };
}

function Nothing({ unread, onShowAll }: { unread: boolean; onShowAll: () => void }) {
  if (unread)
    return (
      <EmptyState
        title="No unread entries"
        action={<ClearFilters clear={onShowAll}>Show all entries</ClearFilters>}
      />
    );
  return (
    <EmptyState
      title="Nothing here yet"
      action={
        <LinkButton href={PATHS.market} variant="primary">
          Find a search to follow
        </LinkButton>
      }
    >
      Sales that match the searches you follow, the results of your submissions and the outcomes of your
      reports arrive here.
    </EmptyState>
  );
}
