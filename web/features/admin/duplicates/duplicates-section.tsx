import { ScanSearch } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DuplicateGroup, Scan } from '../../../../src/contract/admin/duplicates.ts';
import { SALE_KINDS, type SaleKind } from '../../../../src/contract/sale/kinds.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { formatNumber } from '../../../../src/contract/shared/plural.ts';
import { isInProgress } from '../../../../src/contract/shared/run-status.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { type Query, useLastDefined } from '../../../lib/server/fetched.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useOnce } from '../../../lib/server/use-once.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { submitterOf } from '../../../sales/sale-labels.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-messages.tsx';
import { moveFocus } from '../../../ui/hooks/focus.ts';
import { useKeptFocus } from '../../../ui/hooks/use-kept-focus.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ProgressBar } from '../../../ui/states/progress-bar.tsx';
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { MomentText } from '../../../ui/time/moment-text.tsx';
import { AdminSection } from '../admin-section.tsx';
import { DeleteEntryDialog } from '../data/entry-dialogs.tsx';
import { useEntryActions } from '../data/use-entry-actions.ts';
import { DuplicateCard, DuplicateMergeDialog } from './duplicate-card.tsx';

const POLL_MS = 1_000;

export default function DuplicatesSection() {
  const query = useDuplicateScan();
  const scan = query.data;
  return (
    <AdminSection
      title="Duplicate scan"
      about="Finds sales with the same name, price and date, and for pokemon the same traits. Rejected and deleted sales are left out. Runs every night."
    >
      <DuplicateScan query={query} />
      {scan && !scan.scanned_at ? (
        <EmptyState title="No groups yet">They appear here when the first scan is done.</EmptyState>
      ) : (
        <div className="mt-6 grid gap-x-6 gap-y-8 xl:grid-cols-2 xl:items-start">
          {SALE_KINDS.map((kind) => (
            <DuplicateList key={kind} kind={kind} />
          ))}
        </div>
      )}
    </AdminSection>
  );
}

/** The latest scan, polled while it runs. The groups are reloaded when one has finished. */
function useDuplicateScan() {
  const utils = trpc.useUtils();
  const query = trpc.admin.scan.useQuery(
    {},
    { refetchInterval: ({ state }) => (state.data && isInProgress(state.data.status) ? POLL_MS : false) },
  );
  useOnChange(query.data?.scanned_at, () => utils.admin.duplicateGroups.invalidate());
  return query;
}

function DuplicateScan({ query }: { query: ReturnType<typeof useDuplicateScan> }) {
  const { data, isError } = query;
  const utils = trpc.useUtils();
  const start = trpc.admin.scanDuplicates.useMutation({ onSettled: () => utils.admin.scan.invalidate() });
  const startOnce = useOnce(start);
  // Its error does not outlive a newer scan, such as its own after all.
  useOnChange(data && `${data.status} ${data.scanned_at}`, () => start.reset());

  return (
    <div className="space-y-4">
      {isError && <LoadError query={query} />}
      <FormAlert>
        {start.error
          ? refusalText(start.error, MESSAGES.duplicatesFailed)
          : data?.status === 'failed' && `${MESSAGES.duplicatesFailed} ${data.error ?? ''}`}
      </FormAlert>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          variant="primary"
          icon={ScanSearch}
          disabled={data !== undefined && isInProgress(data.status)}
          onClick={() => startOnce({})}
        >
          Scan for duplicates
        </Button>
        <Announced className="min-w-48 text-sm text-ink-soft max-md:w-full">
          {data ? <ScanState scan={data} /> : !isError && <Skeleton className="h-5 w-48" />}
        </Announced>
      </div>
    </div>
  );
}

/** That the scan or its groups could not be loaded. */
function LoadError({ query: { error, isFetching, refetch } }: { query: Omit<Query<unknown>, 'data'> }) {
  const message = refusalText(error, MESSAGES.duplicatesFailed);
  return <ErrorState banner message={message} onRetry={refetch} retrying={isFetching} />;
}

function ScanState({ scan: { status, progress, scanned_at } }: { scan: Scan }) {
  if (isInProgress(status)) {
    const percent = progress * 100;
    const label = status === 'waiting' ? 'Waiting to begin' : `Scanning: ${Math.round(percent)}%`;
    return (
      <>
        <ProgressBar label="Scan for duplicates" value={percent} max={100} text={label} />
        <p className="tabular-nums">{label}</p>
      </>
    );
  }
  if (!scanned_at) return 'Not scanned yet';
  return (
    <>
      Last scan <MomentText iso={scanned_at} />
    </>
  );
}

/** A sale belongs to one group only. */
const keyOf = ({ sales }: DuplicateGroup) => sales[0]?.sale_id;

const HIDE_FAILED = 'Failed to hide the group. Please try again.';
const SHOW_FAILED = 'Failed to show the group again. Please try again.';

const { shown: STEP, listed: MOST } = LIMITS.duplicates;

const TITLES: Record<SaleKind, string> = { item: 'Item groups', pokemon: 'Pokemon groups' };

type Action =
  | { type: 'delete'; sale: AnySale; group: DuplicateGroup }
  | { type: 'merge'; group: DuplicateGroup };

/** What the market loses with the deletion of an entry. */
function lossOf(deleted: AnySale, { sales }: DuplicateGroup): string {
  if (deleted.status !== 'approved') return 'It is pending.';
  const others = sales.filter(({ sale_id }) => sale_id !== deleted.sale_id);
  if (others.some(({ status }) => status === 'approved'))
    return 'It is approved, so the market will no longer have it.';
  return others.length === 1
    ? 'It is approved and the other entry is not, so the market will have neither.'
    : 'It is approved and the other entries are not, so the market will have none of them.';
}

export function DuplicateList({ kind }: { kind: SaleKind }) {
  const [limit, setLimit] = useState<number>(STEP);
  const dialog = useDialog<Action>();
  const section = useRef<HTMLElement>(null);
  const keepFocus = useKeptFocus(section);
  const query = trpc.admin.duplicateGroups.useQuery({ kind, limit });
  const { data, error, isFetching } = query;
  const found = useLastDefined(data, kind);
  const { deleteDuplicate, dismissDuplicates } = useEntryActions();

  async function setDismissed(group: DuplicateGroup, dismissed: boolean) {
    const action = { label: 'Undo', onClick: () => void setDismissed(group, false) };
    try {
      await dismissDuplicates(group, dismissed);
      if (dismissed)
        showToast('This group stays hidden until another sale joins it.', { durationMs: 10_000, action });
    } catch (failure) {
      showToast(refusalText(failure, dismissed ? HIDE_FAILED : SHOW_FAILED), { tone: 'alert' });
    }
  }

  function showMore() {
    setLimit(Math.min(limit + STEP, MOST));
    // The button may disappear; the new groups follow this one.
    moveFocus(section.current?.querySelector<HTMLElement>('article:last-child') ?? null);
  }

  return (
    <section ref={section} tabIndex={-1} aria-label={TITLES[kind]} className="min-w-0">
      <h3 className="mb-2 font-semibold">
        {TITLES[kind]}
        {found && (
          <span className="ml-2 text-sm font-normal text-ink-faint tabular-nums">
            {formatNumber(found.total)}
          </span>
        )}
      </h3>
      {error && (
        <div className="mb-3">
          <LoadError query={query} />
        </div>
      )}
      {!found && !error && <Skeleton className="h-40 w-full" />}
      {found?.total === 0 && <p className="text-base text-ink-soft">No duplicates found.</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes which group has the focus */}
      <div onFocus={keepFocus} className="md:space-y-3">
        {found?.data.map((group) => (
          <DuplicateCard
            key={keyOf(group)}
            group={group}
            onDelete={(sale) => dialog.show({ type: 'delete', sale, group })}
            onDismiss={() => setDismissed(group, true)}
            onMerge={() => dialog.show({ type: 'merge', group })}
          />
        ))}
      </div>
      {found && (
        <More
          hidden={found.total - found.data.length}
          canShow={limit < MOST}
          busy={isFetching}
          onMore={showMore}
        />
      )}
      {dialog.render((action, props) =>
        action.type === 'merge' ? (
          <DuplicateMergeDialog {...props} group={action.group} focusAfter={section} />
        ) : (
          <DeleteEntryDialog
            {...props}
            sale={action.sale}
            onDelete={deleteDuplicate}
            // A larger group remains.
            focusAfter={action.group.sales.length === 2 ? section : undefined}
          >
            It is the latest entry, submitted by {submitterOf(action.sale)},{' '}
            <MomentText iso={action.sale.date_submitted} />. {lossOf(action.sale, action.group)}
          </DeleteEntryDialog>
        ),
      )}
    </section>
  );
}

interface MoreProps {
  hidden: number;
  canShow: boolean;
  busy: boolean;
  onMore: () => void;
}

function More({ hidden, canShow, busy, onMore }: MoreProps) {
  if (hidden <= 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-sm text-ink-soft tabular-nums">... and {formatNumber(hidden)} more</p>
      {canShow && (
        <Button pending={busy} onClick={onMore}>
          Show more
        </Button>
      )}
    </div>
  );
}
