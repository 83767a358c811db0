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
