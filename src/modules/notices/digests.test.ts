import { expect, test } from 'vitest';
import { lastDigest } from './match-mails.ts';

test.each([
  ['2026-03-11T07:00:00.000Z', '2026-03-11', '2026-03-09'],
  ['2026-03-11T06:59:59.999Z', '2026-03-10', '2026-03-09'],
  ['2026-03-09T07:00:00.000Z', '2026-03-09', '2026-03-09'],
  ['2026-03-09T06:59:59.999Z', '2026-03-08', '2026-03-02'],
  ['2026-03-08T23:00:00.000Z', '2026-03-08', '2026-03-02'],
  ['2024-03-01T00:00:00.000Z', '2024-02-29', '2024-02-26'],
])('at %s the last digests are those of %s and %s', (now, daily, weekly) => {
  expect(lastDigest('daily', new Date(now)).toISOString()).toBe(`${daily}T07:00:00.000Z`);
  const monday = lastDigest('weekly', new Date(now));
  expect(monday.toISOString()).toBe(`${weekly}T07:00:00.000Z`);
  expect(monday.getUTCDay()).toBe(1);
});
