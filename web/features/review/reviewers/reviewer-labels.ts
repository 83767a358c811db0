import { formatDate } from '../../../../src/contract/dates.ts';
import type { ReturnForecast } from '../../../../src/contract/oversight.ts';

/** `1 approval`, `2,000 approvals`. */
export const approvalsCount = (count: number): string =>
  count === 1 ? '1 approval' : `${count.toLocaleString('en-US')} approvals`;

/** What a return does, by name: `Suspend ash_k and return 37 approvals to review`. */
export function actInWords({ username, approvals }: ReturnForecast, suspend: boolean): string {
  if (!suspend) return `Return ${approvalsCount(approvals)} by ${username} to review`;
  return approvals === 0
    ? `Suspend ${username}; no approvals to return`
    : `Suspend ${username} and return ${approvalsCount(approvals)} to review`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time to two digits or so: `42 s`, `12 min`, `5 h`, `3 d`. */
export function durationText(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < 2 * HOUR) return `${Math.round(seconds / MINUTE)} min`;
  return seconds < 2 * DAY ? `${Math.round(seconds / HOUR)} h` : `${Math.round(seconds / DAY)} d`;
}

/** A share as `2.5 %`. */
export const percentText = (share: number): string => `${Number((share * 100).toFixed(1))} %`;

/** A day, or a moment where it is not a day's beginning in UTC. */
export const sinceText = (iso: string): string =>
  /T00:00:00(\.000)?Z$/.test(iso) || iso.length === 10
    ? formatDate(iso)
    : `${formatDate(iso)}, ${iso.slice(11, 16)} UTC`;
