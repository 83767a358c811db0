export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const DAY_S = DAY_MS / 1_000;

/** The time `ms` milliseconds later; earlier if negative. */
export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** The day that was formatted last: every public read needs today's, and formatting takes longer than the rest of it. */
let latest = { day: Number.NaN, text: '' };

/** Today's date in UTC, `YYYY-MM-DD`: the latest valid date of a sale (docs/product.md "Validation"). */
export function todayUtc(now: Date = new Date()): string {
  const day = Math.floor(now.getTime() / DAY_MS);
  if (day !== latest.day) latest = { day, text: now.toISOString().slice(0, 10) };
  return latest.text;
}

/** The earliest date that is accepted anywhere. */
export const FIRST_DAY = '1900-01-01';

/** Whether the text is an existing date, `YYYY-MM-DD`, of any year. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text;
}

/** Whether the text is an existing date, `YYYY-MM-DD`, from `FIRST_DAY` to the year 9999. */
export const isCalendarDate = (text: string): boolean => isDate(text) && text >= FIRST_DAY;

/** Whether the text is an existing date, but before `FIRST_DAY`. */
export const isTooEarly = (text: string): boolean => isDate(text) && text < FIRST_DAY;

/** The number of a date, `YYYY-MM-DD`, counted from 1 January 1970. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** The date, `YYYY-MM-DD`, of a `dayNumber`. */
export const dayDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The date `days` days before a `YYYY-MM-DD`. */
export const daysBefore = (date: string, days: number): string => dayDate(dayNumber(date) - days);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a date or timestamp for display: `12 Mar 2026`, in UTC. */
export function formatDate(iso: string): string {
  const at = new Date(iso);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** `2026-11-22T15:33:20Z` as `22 Nov 2026, 15:33 UTC`. */
export const formatMoment = (iso: string): string => `${formatDate(iso)}, ${iso.slice(11, 16)} UTC`;
