import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('runs at once, and once more at the end of the interval if called during it', () => {
  const work = vi.fn();
  const request = throttle(1_000, work);
  request();
  expect(work).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 10; i += 1) request();
  vi.advanceTimersByTime(999);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
});

it('does not run again without a call', () => {
  const work = vi.fn();
  const request = throttle(1_000, work);
  request();
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(1);
  request();
  expect(work).toHaveBeenCalledTimes(2);
});
