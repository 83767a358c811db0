import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/contract/shared/dates.ts';
import { counted } from '../../../src/contract/shared/plural.ts';

const UNITS = [
  { noun: 'day', ms: DAY_MS },
  { noun: 'hour', ms: HOUR_MS },
  { noun: 'minute', ms: MINUTE_MS },
];

/** `3 minutes ago`, in whole units. Also `just now` for a moment that is ahead, by a clock that is. */
export function timeAgo(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  const unit = UNITS.find(({ ms }) => passed >= ms);
  return unit ? `${counted(Math.floor(passed / unit.ms), unit.noun)} ago` : 'just now';
}
