const shown = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** A moment to the minute, in the reader's time zone: `12 Mar 2026, 14:05`; the exact one in UTC on hover. */
export function MomentText({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {shown.format(new Date(iso))}
    </time>
  );
}
