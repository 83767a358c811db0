import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BurstLimit } from './burst-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const accepted = (limit: BurstLimit, uses: number, key = 'one') =>
  Array.from({ length: uses }, () => limit.take(key)).filter((ms) => ms === 0).length;

it('allows uses per second, and one burst per minute, by key', () => {
  const limit = new BurstLimit(5, 100);
  expect(accepted(limit, 130)).toBe(105);
  expect(accepted(limit, 130, 'another')).toBe(105);
  vi.advanceTimersByTime(999);
  expect(limit.take('one')).toBe(1);
  vi.advanceTimersByTime(1);
  expect(accepted(limit, 130)).toBe(5);
  vi.advanceTimersByTime(59_000);
  expect(accepted(limit, 130)).toBe(105);
});

it('still counts a burst after it forgot keys', () => {
  const limit = new BurstLimit(5, 100);
  accepted(limit, 1, 'early');
  vi.advanceTimersByTime(30_000);
  accepted(limit, 130);
  // The minute of the first key ends, so it is forgotten.
  vi.advanceTimersByTime(30_000);
  expect(accepted(limit, 130)).toBe(5);
  vi.advanceTimersByTime(60_000);
  expect(accepted(limit, 130)).toBe(105);
});
