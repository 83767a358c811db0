import { cx } from '../cx.ts';

/** The look of content that may be about to be replaced. */
export const fadedIf = (isReplaced: boolean): string =>
  cx('transition-opacity', isReplaced && 'opacity-55 delay-200');

/** Marks a count as being updated, or as left over because that failed. */
export function Freshness({ stale, fetching }: { stale: boolean; fetching: boolean }) {
  const label = fetching ? 'Updating…' : stale ? 'not updated' : null;
  return label && <span className="appear-late ml-3 text-sm font-normal text-ink-faint">{label}</span>;
}
