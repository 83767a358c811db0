import { DIGESTS } from '../../contract/inbox/notices.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The weekday of 1 January 1970: a Thursday. */
const FIRST_WEEKDAY = 4;

export type DigestPeriod = 'daily' | 'weekly';

/** The end of the newest period that has ended, at the hour and weekday of `DIGESTS`. */
export function lastDigest(period: DigestPeriod, now: Date): Date {
  const days = Math.floor((now.getTime() - DIGESTS.hour * HOUR_MS) / DAY_MS);
  const sinceWeekday = (days + FIRST_WEEKDAY - DIGESTS.weekday) % 7;
  return new Date((period === 'daily' ? days : days - sinceWeekday) * DAY_MS + DIGESTS.hour * HOUR_MS);
}
