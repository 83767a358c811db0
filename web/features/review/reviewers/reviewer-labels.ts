import type { ReturnForecast } from '../../../../src/contract/review/reviewer-audit.ts';
import { formatDate, formatMoment } from '../../../../src/contract/shared/dates.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';

/** The effect of a return: `Return 37 approvals by ash_k to review`. */
export const describeReturn = ({ username, approvals }: ReturnForecast): string =>
  `Return ${counted(approvals, 'approval')} by ${username} to review`;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration, rounded: `42 s`, `12 min`, `5 h`, `3 d`. */
export function durationText(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < 2 * HOUR) return `${Math.round(seconds / MINUTE)} min`;
  return seconds < 2 * DAY ? `${Math.round(seconds / HOUR)} h` : `${Math.round(seconds / DAY)} d`;
}

/** A day; with the time when it does not start at midnight UTC. */
export const sinceText = (iso: string): string =>
  /T00:00:00(\.000)?Z$/.test(iso) || iso.length === 10 ? formatDate(iso) : formatMoment(iso);
