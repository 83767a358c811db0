import { Undo2 } from 'lucide-react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import { useSession } from '../../../lib/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { useSecondsLeft } from '../../../ui/use-seconds-left.ts';
import type { Reviewing } from '../state/use-open-sale.ts';
import type { Undoable } from '../state/use-undo.ts';
import { Outcome } from './outcome.tsx';

/** Seconds left, in a place that does not change its width. */
export function Countdown({ act }: { act: Undoable }) {
  const seconds = Math.min(useSecondsLeft(act.until), LIMITS.review.undoSeconds);
  return (
    <span className="inline-block min-w-7 text-right text-sm text-ink-faint tabular-nums">{seconds} s</span>
  );
}

/** What became of a sale, and the way back while there is one. */
export function OutcomeLine({ review: { sale, desk } }: { review: Reviewing }) {
  const { user } = useSession();
  const act = desk.undoStack.of(sale.sale_id);
  return (
    <div className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Outcome sale={sale} reader={user?.username} />
      {act && (
        <Button icon={<Undo2 aria-hidden className="size-4" />} onClick={() => desk.undo(act)}>
          {act.sales.length > 1 ? `Undo all ${act.sales.length}` : 'Undo'} <Countdown act={act} />
        </Button>
      )}
    </div>
  );
}
