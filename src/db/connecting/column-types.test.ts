import { expect, it } from 'vitest';
import { isoTime } from './column-types.ts';

it.each([
  ['2026-03-12 09:30:00+00', '2026-03-12T09:30:00.000Z'],
  ['2026-03-12 09:30:00.5+00', '2026-03-12T09:30:00.500Z'],
  ['2026-03-12 09:30:00.123456+00', '2026-03-12T09:30:00.123Z'],
  ['2026-03-12 11:30:00.5+02', '2026-03-12T09:30:00.500Z'],
])('%s in ISO 8601', (timestamp, expected) => {
  expect(isoTime(timestamp)).toBe(expected);
});
