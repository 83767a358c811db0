import { todayUtc } from '../../src/contract/shared/dates.ts';

/** How far the device's clock is behind the server's, in milliseconds. */
let behind = 0;

/** Records the `Date` of an answer that has just arrived. */
export function recordServerDate(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (at) behind = at - Date.now();
}

/** The present as the server's latest answer has it: the clock of a device can be wrong by days. */
export const serverNow = (): Date => new Date(Date.now() + behind);

/** Today's date in UTC, as of `serverNow`. */
export const serverToday = (): string => todayUtc(serverNow());

/** Milliseconds as `Date.now()` has them, for short times: a change of the device's clock does not affect them. */
export const steadyNow = (): number => performance.timeOrigin + performance.now();
