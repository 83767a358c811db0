import { expect, it } from 'vitest';
import { timeAgo } from './time-ago.ts';

const AT = '2026-03-12T10:00:00.000Z';

it.each([
  ['2026-03-12T09:58:00.000Z', 'just now'],
  ['2026-03-12T10:00:59.999Z', 'just now'],
  ['2026-03-12T10:01:00.000Z', '1 minute ago'],
  ['2026-03-12T10:59:59.999Z', '59 minutes ago'],
  ['2026-03-12T11:00:00.000Z', '1 hour ago'],
  ['2026-03-13T09:59:59.999Z', '23 hours ago'],
  ['2026-03-14T10:00:00.000Z', '2 days ago'],
])('at %s, it was %s', (now, text) => {
  expect(timeAgo(AT, Date.parse(now))).toBe(text);
});
