import { cx } from '../ui/cx.ts';
import { useAnnouncement } from '../ui/live-region.tsx';
import { Unbroken } from './unbroken.tsx';

interface ReadoutProps {
  /** Of the selected dot; null when none is selected. */
  details: string | null;
  /** On phones the details may need a third line, whose space is reserved, as the plot must not move. */
  isLong: boolean;
  /** There are further sales at its place. */
  hasNext: boolean;
  /** What can be done with the selected dot. */
  action: { label: string; onPress: () => void } | null;
  touch: boolean;
}

/** The details of the selected dot, or how to select one. */
export function Readout({ details, isLong, hasNext, action, touch }: ReadoutProps) {
  // With the arrow keys the chart's own value is read, and the pointer of a mouse moves over many dots.
  useAnnouncement(touch && details);
  return (
    <div
      className={cx(
        'flex min-h-6 items-center gap-x-4 text-sm tabular-nums print:min-h-0!',
        isLong ? 'touch:min-h-15' : 'touch:min-h-11',
      )}
    >
      <p className="text-ink-soft">
        {details ? (
          <Unbroken text={details} />
        ) : (
          <span className="text-ink-faint print:hidden">
            {touch
              ? 'Tap a dot to see its details.'
              : 'Point at a dot, or press the arrow keys, to see its details.'}
          </span>
        )}
        {/* Not for touch: with more text the plot would move under the finger. */}
        {hasNext && !touch && <span className="text-ink-faint print:hidden">, click for the next</span>}
      </p>
      {action && (
        <button type="button" onClick={action.onPress} className="link min-h-6 shrink-0 touch:min-h-11">
          {action.label}
        </button>
      )}
    </div>
  );
}
