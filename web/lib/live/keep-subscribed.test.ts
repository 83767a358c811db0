import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSubscribed, type SubscriptionEnds } from './keep-subscribed.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function keep() {
  const begun: SubscriptionEnds[] = [];
  const unsubscribe = vi.fn();
  const started = vi.fn();
  const leave = keepSubscribed((ends) => {
    begun.push(ends);
    return { unsubscribe };
  }, started);
  return { begun, unsubscribe, started, leave };
}

it('restarts with growing delays until it succeeds', () => {
  const { begun, started } = keep();
  for (const wait of [1_000, 2_000, 4_000]) {
    begun.at(-1)?.onError();
    const before = begun.length;
    vi.advanceTimersByTime(wait - 1);
    expect(begun).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(begun).toHaveLength(before + 1);
  }
  begun.at(-1)?.onStarted();
  expect(started).toHaveBeenCalledTimes(1);
  begun.at(-1)?.onComplete();
  vi.advanceTimersByTime(1_000);
  expect(begun).toHaveLength(5);
});

it('restarts once when an error is followed by completion', () => {
  const { begun } = keep();
  begun[0]?.onError();
  begun[0]?.onComplete();
  vi.advanceTimersByTime(60_000);
  expect(begun).toHaveLength(2);
});

it('does not restart after it is stopped', () => {
  const { begun, unsubscribe, leave } = keep();
  begun[0]?.onError();
  leave();
  begun[0]?.onComplete();
  vi.advanceTimersByTime(120_000);
  expect(begun).toHaveLength(1);
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});
