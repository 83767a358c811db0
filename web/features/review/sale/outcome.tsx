import { Check, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { serverNow, steadyNow } from '../../../lib/clock.ts';
import { useLastDefined } from '../../../lib/server/fetched.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { useSecondsLeft } from '../../../ui/hooks/use-seconds-left.ts';
import { StatusBadge, StatusIcon } from '../../../ui/sale/sale-badges.tsx';
import { type UndoableDecision, undoableOf } from '../state/decisions.ts';
import { useReviewQueue } from '../state/queue-context.tsx';
import { actionLabel, decisionLabel, deletedLabel, outcomeLabel } from '../state/review-labels.ts';
import { isReported } from '../state/review-queue.ts';
import { Shortcut } from '../state/shortcuts.tsx';
import { useDecisions } from '../state/use-decision-store.ts';
import { useQueueNavigation } from '../state/use-queue-navigation.ts';
import { useSaleActions } from '../state/use-sale-actions.ts';
import { ReportMarks } from './report-list.tsx';

/** The outcome of a sale and who decided it, in a line. */
function Outcome({ sale }: { sale: ReviewSale }) {
  const { user } = useSession();
  const label = outcomeLabel(sale, user?.username, serverNow().getTime());
  if (!label) return null;
  return (
    <span className="inline-flex min-h-5 min-w-0 items-center gap-1 text-ink-soft">
      {sale.deleted_at ? (
        <Trash2 aria-hidden strokeWidth={2.5} className="size-3.5 shrink-0 text-ink-faint" />
      ) : (
        <StatusIcon status={sale.status} />
      )}
      {label}
    </span>
  );
}

/** The status of a sale; that of a deleted one no longer matters. */
export const OutcomeBadge = ({ sale }: { sale: ReviewSale }) =>
  sale.deleted_at ? (
    <Badge>
      <Trash2 aria-hidden className="size-3.5" />
      {deletedLabel(sale)}
    </Badge>
  ) : (
    <StatusBadge status={sale.status} />
  );

/** The outcome of a row, or the reports that it waits for. */
export function RowOutcome({ sale }: { sale: ReviewSale }) {
  const { queue } = useReviewQueue();
  const { user } = useSession();
  if (sale.reports && isReported(sale)) return <ReportMarks reports={sale.reports} />;
  if (queue.scope !== 'reported' || sale.deleted_at) return <Outcome sale={sale} />;
  const returned = queue.returned.get(sale.sale_id);
  const isApproved = sale.status === 'approved';
  const done = isApproved ? 'Reports decided' : 'Returned to review';
  return (
    <span className="inline-flex min-h-5 items-center gap-1 text-ink-soft">
      <Check aria-hidden strokeWidth={2.5} className="size-3.5 shrink-0 text-ink-faint" />
      {returned && !isApproved ? actionLabel(done, returned, user?.username, serverNow().getTime()) : done}
    </span>
  );
}

/** Seconds left to undo, at a constant width. Not part of the button's name, which would change every second. */
function Countdown({ decision }: { decision: UndoableDecision }) {
  const seconds = Math.min(useSecondsLeft(decision.until), LIMITS.review.undoSeconds);
  return (
    <span aria-hidden className="inline-block min-w-7 text-right text-sm text-ink-faint tabular-nums">
      {seconds} s
    </span>
  );
}

interface UndoButtonProps {
  decision: UndoableDecision;
  onClick: () => void;
  /** Its shortcut. */
  children?: ReactNode;
}

export const UndoButton = ({ decision, onClick, children }: UndoButtonProps) => (
  <Button data-undo icon={Undo2} onClick={onClick}>
    {decision.sales.length > 1 ? `Undo all ${decision.sales.length}` : 'Undo'}{' '}
    <Countdown decision={decision} />
    {children}
  </Button>
);

/** The outcome of a sale, with a button to undo it while that is possible. */
export function OutcomeLine({ sale }: { sale: ReviewSale }) {
  const { undo } = useSaleActions();
  const decision = useDecisions((now) => undoableOf(now, sale.sale_id));
  return (
    <div className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Outcome sale={sale} />
      {decision && <UndoButton decision={decision} onClick={() => void undo(decision)} />}
    </div>
  );
}

/** Undoes the last decision; shows nothing when there is none to undo. */
export function UndoLastButton({ withLabel = false }: { withLabel?: boolean }) {
  const { undoLast } = useQueueNavigation();
  const decision = useDecisions(({ undoable }) => undoable.at(-1));
  if (!decision) return null;
  return (
    <Button
      data-undo
      icon={withLabel && Undo2}
      onClick={() => void undoLast()}
      className={cx('animate-rise', withLabel && 'max-w-full')}
    >
      Undo{' '}
      <span className={withLabel ? 'min-w-0 truncate text-sm font-normal text-ink-soft' : 'sr-only'}>
        {decisionLabel(decision)}
      </span>
      <Countdown decision={decision} />
      <Shortcut>u</Shortcut>
    </Button>
  );
}

/**
 * The last decision above the sale that opened after it, with a button that undoes it. When that is over, the line stays
 * until another sale opens, so that what is being read does not move.
 */
export function LastDecision({ openId }: { openId: number }) {
  const decision = useDecisions(({ undoable }) => undoable.at(-1));
  const last = useLastDefined(decision, String(openId));
  const isUndone = !decision && last && last.until > steadyNow();
  if (!last || isUndone) return null;
  return (
    <div className="border-b border-line bg-sunken py-1 pr-3 pl-5">
      <div className="flex min-h-control items-center justify-between gap-3 text-sm">
        <span className="min-w-0 truncate">{decisionLabel(last)}</span>
        <UndoLastButton />
      </div>
    </div>
  );
}

/** The button with its label above the lower edge of a screen whose toolbar has no room for it. */
export const FloatingUndoButton = () => (
  <div className="pointer-events-none fixed inset-x-4 bottom-4 z-30 flex justify-center *:pointer-events-auto *:shadow-high">
    <UndoLastButton withLabel />
  </div>
);
