import { Undo2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { actedOn, STATUS_WORDS } from '../state/review-labels.ts';
import type { ReviewDesk } from '../state/use-decisions.ts';
import { Countdown } from './outcome-line.tsx';
import { Shortcut } from './shortcut.tsx';

/** Takes back the last decision, for as long as it can be; nothing otherwise. */
export function UndoButton({
  desk,
  onUndo,
  worded = false,
}: {
  desk: ReviewDesk;
  onUndo: () => void;
  /** Says in sight what it takes back. */
  worded?: boolean;
}) {
  const act = desk.undoStack.last;
  if (!act) return null;
  const what = `${STATUS_WORDS[act.status]} ${actedOn(act)}`;
  return (
    <Button
      icon={<Undo2 aria-hidden className="size-4" />}
      aria-label={`Undo: ${what}`}
      onClick={onUndo}
      className={cx('animate-rise', worded && 'max-w-full')}
    >
      {worded && <span className="min-w-0 truncate text-sm font-normal text-ink-soft">{what}</span>}
      Undo
      <Countdown act={act} />
      <Shortcut>u</Shortcut>
    </Button>
  );
}
