import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TYPING_PAUSE_MS } from '../../lib/timings.ts';
import { useDraft } from './use-draft.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const commit = vi.fn();

/** A field with this value in effect. */
const open = (value: string) => {
  const { result, rerender } = renderHook((current: string) => useDraft(current, commit), {
    initialProps: value,
  });
  return { field: () => result.current, takeEffect: rerender };
};

it('keeps what is typed while an earlier text takes effect', () => {
  const { field, takeEffect } = open('');
  act(() => field().type('gar'));
  act(() => vi.advanceTimersByTime(TYPING_PAUSE_MS));
  expect(commit.mock.lastCall).toEqual(['gar']);
  act(() => field().type('garch'));
  takeEffect('gar');
  expect(field().draft).toBe('garch');
  act(() => vi.advanceTimersByTime(TYPING_PAUSE_MS));
  expect(commit.mock.lastCall).toEqual(['garch']);
});

it('follows a change from elsewhere, in place of what is typed', () => {
  const { field, takeEffect } = open('gar');
  act(() => field().type('garch'));
  takeEffect('');
  expect(field().draft).toBe('');
  commit.mockClear();
  vi.advanceTimersByTime(TYPING_PAUSE_MS);
  expect(commit).not.toHaveBeenCalled();
});
