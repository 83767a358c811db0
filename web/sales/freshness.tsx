/** Says beside a count that what is shown is being replaced, or could not be. */
export function Freshness({ stale, fetching }: { stale: boolean; fetching: boolean }) {
  const words = fetching ? 'Updating…' : stale ? 'before your last change' : null;
  return words && <span className="appear-late ml-3 text-sm font-normal text-ink-faint">{words}</span>;
}
