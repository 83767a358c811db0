import { expect, it, vi } from 'vitest';
import { localIso, localMoment, utcDayHint } from './local-moment.ts';

it.each([
  [new Date(2026, 8, 6, 0, 5, 9), '2026-09-06T00:05:09', '6 Sep 2026, 00:05', '6 Sep 2026, 00:05:09'],
  [new Date(2026, 2, 31, 23, 59), '2026-03-31T23:59:00', '31 Mar 2026, 23:59', '31 Mar 2026, 23:59:00'],
])('shows %s in the time zone of the reader', (at, local, minute, second) => {
  const iso = at.toISOString();
  expect(localIso(iso)).toBe(local);
  expect(localMoment(iso, 'minute')).toBe(minute);
  expect(localMoment(iso, 'second')).toBe(second);
});

it.each([
  ['2026-11-25T20:00:00Z', -600, 'Days are in UTC, where it is 25 Nov 2026.'],
  ['2026-11-26T03:00:00Z', 300, 'Days are in UTC, where it is 26 Nov 2026.'],
  ['2026-11-26T12:00:00Z', -600, null],
  ['2026-11-26T12:00:00Z', 300, null],
])('at %s, in a time zone %i minutes behind UTC, says of the day: %s', (at, behind, hint) => {
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(behind);
  expect(utcDayHint(new Date(at))).toBe(hint);
  offset.mockRestore();
});
