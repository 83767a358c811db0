import { localMoment } from '../lib/local-moment.ts';

/** A moment to the minute, in the reader's time zone: `12 Mar 2026, 14:05`; the exact one in UTC on hover. */
export function MomentText({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className="inline-block max-w-full tabular-nums">
      {localMoment(iso, 'minute')}
    </time>
  );
}
