import { DIGESTS } from '../../contract/inbox/notices.ts';
import { DAY_MS, HOUR_MS } from '../../contract/shared/dates.ts';

/** The weekday of 1 January 1970: a Thursday. */
const FIRST_WEEKDAY = 4;

type DigestPeriod = 'daily' | 'weekly';

/** The end of the newest period that has ended, at the hour and weekday of `DIGESTS`. */
export function lastDigest(period: DigestPeriod, now: Date): Date {
  const days = Math.floor((now.getTime() - DIGESTS.hour * HOUR_MS) / DAY_MS);
  const sinceWeekday = (days + FIRST_WEEKDAY - DIGESTS.weekday) % 7;
  return new Date((period === 'daily' ? days : days - sinceWeekday) * DAY_MS + DIGESTS.hour * HOUR_MS);
}
