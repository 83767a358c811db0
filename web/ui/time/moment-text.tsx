import { localMoment } from '../../lib/local-moment.ts';
import { exactMoment } from './date-text.tsx';

interface MomentTextProps {
  iso: string;
  to?: 'minute' | 'second';
}

/** A moment in the reader's time zone: `12 Mar 2026, 14:05`; the exact one in UTC on hover. */
export const MomentText = ({ iso, to = 'minute' }: MomentTextProps) => (
  <time dateTime={iso} title={exactMoment(iso)} className="inline-block max-w-full tabular-nums">
    {localMoment(iso, to)}
  </time>
);
