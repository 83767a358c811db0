import { expect, it } from 'vitest';
import { zSince } from './reviewer-audit.ts';

it.each([
  ['2026-11-28', '2026-11-28'],
  ['2026-11-28T10:00', '2026-11-28T10:00:00.000Z'],
  ['2026-11-28T10:00:30+02:00', '2026-11-28T08:00:30.000Z'],
])('reads the moment %s, in UTC unless it has a zone', (text, moment) => {
  expect(zSince.parse(text)).toBe(moment);
});

it.each(['2026-13-01', '2026-11-28T25:00', '2026-11-28 10:00', 5])('refuses the moment %s', (given) => {
  expect(zSince.safeParse(given).error?.issues).toMatchObject([
    { message: expect.stringContaining('a date and time like') },
  ]);
});
