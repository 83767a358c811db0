import { expect, it } from 'vitest';
import { exactMoment } from './date-text.tsx';

it.each([
  ['2026-03-12T14:05:09.417Z', '2026-03-12 14:05:09.417 UTC'],
  ['2026-03-12', '2026-03-12'],
])('shows %s as %s', (iso, text) => expect(exactMoment(iso)).toBe(text));
