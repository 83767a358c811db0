import { daysBefore, FIRST_DAY, isCalendarDate, isTooEarly } from '../shared/dates.ts';

const RELATIVE = /^today(?:\s*-\s*(\d{1,4})\s*([dwmy]))?$/i;

/** Normalizes a date of a query: `2026-03-12`, `today`, `today-90d`; null when the text is not a date. */
export function parseDay(text: string): string | null {
  if (isCalendarDate(text)) return text;
  const match = RELATIVE.exec(text);
  if (!match) return null;
  const [, amount, unit] = match;
  return amount === undefined ? 'today' : `today-${Number(amount)}${unit?.toLowerCase()}`;
}

/** Year, month and day in that order, or with full stops in the opposite one, as in most languages that write those. */
const OTHER_DATES = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
];
const AGO = /^(\d{1,4})\s*(d|w|m|y|day|week|month|year)s?(?: ago)?$/i;

/** The date of a query that a text probably means: `yesterday`, `7 days ago`, `2026/3/1`, `1.3.2026`. */
export function dayMeant(text: string): string | undefined {
  if (/^now$/i.test(text)) return 'today';
  if (/^yesterday$/i.test(text)) return 'today-1d';
  const [, amount, unit] = AGO.exec(text) ?? [];
  if (amount !== undefined) return `today-${amount}${unit?.[0]?.toLowerCase()}`;
  for (const pattern of OTHER_DATES) {
    const { year, month = '', day = '' } = pattern.exec(text)?.groups ?? {};
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (isCalendarDate(date)) return date;
  }
  return undefined;
}

/** The date some months earlier, limited to the last day of that month. */
function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const at = new Date(Date.UTC(year, month - 1 - months, Math.min(day, lastDay)));
  return at.getUTCFullYear() < 1900 ? FIRST_DAY : at.toISOString().slice(0, 10);
}

/**
 * Resolves a date of a query to a calendar date, `YYYY-MM-DD`.
 *
 * @param day as returned by `parseDay`
 * @param today in UTC
 */
export function dayOf(day: string, today: string): string {
  const match = RELATIVE.exec(day);
  if (!match) return day;
  const amount = Number(match[1] ?? 0);
  if (match[2] === 'm') return monthsBefore(today, amount);
  if (match[2] === 'y') return monthsBefore(today, amount * 12);
  const found = daysBefore(today, match[2] === 'w' ? amount * 7 : amount);
  return isTooEarly(found) ? FIRST_DAY : found;
}
