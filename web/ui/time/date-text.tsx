import { formatDate } from '../../../src/contract/shared/dates.ts';

/** `2026-03-12 14:05:09.417 UTC` */
export const exactMoment = (iso: string): string => iso.replace('T', ' ').replace('Z', ' UTC');

/** A date or a moment as `12 Mar 2026`, the exact one on hover. */
export const DateText = ({ iso }: { iso: string }) => (
  <time dateTime={iso} title={exactMoment(iso)} className="whitespace-nowrap tabular-nums">
    {formatDate(iso)}
  </time>
);
