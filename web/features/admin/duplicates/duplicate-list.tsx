import { useState } from 'react';
import type { DuplicateGroup } from '../../../../src/contract/duplicates.ts';
import type { SaleKind } from '../../../../src/contract/kinds.ts';
import { LIMITS } from '../../../../src/contract/limits.ts';
import { MESSAGES } from '../../../../src/contract/messages.ts';
import type { AnySale } from '../../../../src/contract/sale.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useKept } from '../../../lib/use-kept.ts';
import { Button } from '../../../ui/button.tsx';
import { MomentText } from '../../../ui/moment-text.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { adminFailure } from '../admin-failure.ts';
import { DeleteEntryDialog } from '../data/delete-entry-dialog.tsx';
import { DuplicateCard } from './duplicate-card.tsx';
import { submitter } from './duplicate-labels.ts';
import { DuplicateMergeDialog } from './duplicate-merge-dialog.tsx';
import { useDuplicateActs } from './use-duplicate-actions.ts';

const { shown: STEP, listed: MOST } = LIMITS.duplicates;

const TITLES: Record<SaleKind, string> = { item: 'Item groups', pokemon: 'Pokemon groups' };

/** What an admin is about to do, and to which group. */
type Act =
  | { type: 'delete'; sale: AnySale; time: number }
  | { type: 'merge'; group: DuplicateGroup; time: number };

/** The groups of a kind, ten at first. */
export function DuplicateList({ kind }: { kind: SaleKind }) {
  const [limit, setLimit] = useState<number>(STEP);
  const [act, setAct] = useState<Act | null>(null);
  const [open, setOpen] = useState(false);
  const { data, error, isFetching, refetch } = trpc.admin.duplicateGroups.useQuery({ kind, limit });
  const found = useKept(data, kind);
  const acts = useDuplicateActs();
  const close = () => setOpen(false);

  function begin(next: Act) {
    setAct(next);
    setOpen(true);
  }

  return (
    <section aria-label={TITLES[kind]} className="min-w-0">
      <h3 className="mb-2 font-semibold">
        {TITLES[kind]}
        {found && (
          <span className="ml-2 text-sm font-normal text-ink-faint tabular-nums">
            {found.total.toLocaleString('en-US')}
          </span>
        )}
      </h3>
      {error && (
        <div className="mb-3">
          <ErrorState
            banner
            message={adminFailure(error, MESSAGES.duplicatesFailed)}
            onRetry={refetch}
            retrying={isFetching}
          />
        </div>
      )}
      {!found && !error && <Skeleton className="h-40 w-full" />}
      {found?.total === 0 && <p className="text-base text-ink-soft">Nothing was entered more than once.</p>}
      <div className="space-y-3">
        {found?.data.map((group) => (
          <DuplicateCard
            key={group.sales[0]?.sale_id}
            group={group}
            onDelete={(sale) => begin({ type: 'delete', sale, time: Date.now() })}
            onMerge={() => begin({ type: 'merge', group, time: Date.now() })}
          />
        ))}
      </div>
      {found && (
        <More
          hidden={found.total - found.data.length}
          canShow={limit < MOST}
          busy={isFetching}
          onMore={() => setLimit(Math.min(limit + STEP, MOST))}
        />
      )}
      {act?.type === 'delete' && (
        <DeleteEntryDialog key={act.time} sale={act.sale} open={open} onClose={close} onDelete={acts.delete}>
          It is the latest entry, submitted by {submitter(act.sale)},{' '}
          <MomentText iso={act.sale.date_submitted} />.
        </DeleteEntryDialog>
      )}
      {act?.type === 'merge' && (
        <DuplicateMergeDialog key={act.time} group={act.group} open={open} onClose={close} />
      )}
    </section>
  );
}

interface MoreProps {
  /** Groups that stand and are not shown. */
  hidden: number;
  canShow: boolean;
  busy: boolean;
  onMore: () => void;
}

function More({ hidden, canShow, busy, onMore }: MoreProps) {
  if (hidden <= 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-sm text-ink-soft tabular-nums">... and {hidden.toLocaleString('en-US')} more</p>
      {canShow && (
        <Button pending={busy} onClick={onMore}>
          Show more
        </Button>
      )}
    </div>
  );
}
