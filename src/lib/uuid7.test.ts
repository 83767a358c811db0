import { expect, it } from 'vitest';
import { uuid7 } from './uuid7.ts';

it('is a version 7 UUID that begins with its time', () => {
  const id = uuid7(Date.parse('2224-03-12T18:00:00.123Z'));
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()).toBe(
    '2224-03-12T18:00:00.123Z',
  );
});

it('increases within a millisecond, on counter overflow, and when the clock goes back', () => {
  const at = Date.parse('2223-01-01T00:00:00Z');
  const ids = Array.from({ length: 10_000 }, (_, i) => uuid7(i < 9_000 ? at : at - 60_000));
  expect(ids).toEqual([...new Set(ids)].toSorted());
});
