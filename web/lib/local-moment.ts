import { formatDate, todayUtc } from '../../src/contract/shared/dates.ts';

/** A moment in the reader's time zone, as fields of a form have it: `2026-03-12T14:05:09`. */
export function localIso(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** A moment in the reader's time zone, to the minute or to the second: `12 Mar 2026, 14:05`. */
export function localMoment(iso: string, to: 'minute' | 'second'): string {
  const local = localIso(iso);
  return `${formatDate(local.slice(0, 10))}, ${local.slice(11, to === 'minute' ? 16 : 19)}`;
}

/** Says what day it is in UTC, as days of sales are, while it is another one for the reader; null otherwise. */
export function utcDayHint(now: Date): string | null {
  const today = todayUtc(now);
  if (localIso(now.toISOString()).slice(0, 10) === today) return null;
  return `Days are in UTC, where it is ${formatDate(today)}.`;
}
