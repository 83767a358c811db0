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

it.each([
  [0.5, 30],
  [2.5, 150],
])('allows %s uses per second', (perSecond, perMinute) => {
  const limit = new BurstLimit(perSecond, 0);
  let uses = 0;
  for (let ms = 0; ms < 60_000; ms += 100) {
    uses += accepted(limit, 10);
    vi.advanceTimersByTime(100);
  }
  expect(uses).toBe(perMinute);
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
