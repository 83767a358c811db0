import { expect, it } from 'vitest';
import { localIso, localMoment } from './local-moment.ts';

it.each([
  [new Date(2026, 8, 6, 0, 5, 9), '2026-09-06T00:05:09', '6 Sep 2026, 00:05', '6 Sep 2026, 00:05:09'],
  [new Date(2026, 2, 31, 23, 59), '2026-03-31T23:59:00', '31 Mar 2026, 23:59', '31 Mar 2026, 23:59:00'],
])('shows %s in the time zone of the reader', (at, local, minute, second) => {
  const iso = at.toISOString();
  expect(localIso(iso)).toBe(local);
  expect(localMoment(iso, 'minute')).toBe(minute);
  expect(localMoment(iso, 'second')).toBe(second);
});
