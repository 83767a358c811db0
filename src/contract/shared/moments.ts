import { isCalendarDate } from './dates.ts';

const MOMENT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Parses a date and time like `2026-03-12T18:00`, in UTC unless a zone is given; null when invalid. */
export function momentOf(text: string): Date | null {
  const [, day = '', , , zone] = MOMENT.exec(text) ?? [];
  if (!isCalendarDate(day)) return null;
  const moment = new Date(zone ? text : `${text}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
