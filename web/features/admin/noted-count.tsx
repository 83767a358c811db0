interface NotedCountProps {
  count: string;
  /** What the count leaves out, such as `filtered`; empty if nothing. */
  note: string;
}

/** The count of a list, and what it leaves out. */
export const NotedCount = ({ count, note }: NotedCountProps) => (
  <span>
    {count}
    {note && <span className="text-sm font-normal text-ink-faint">, {note}</span>}
  </span>
);
