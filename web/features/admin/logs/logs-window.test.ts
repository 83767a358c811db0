import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../../src/contract/admin/logs.ts';
import { addLines, addOlder, EMPTY_WINDOW, MAX_LINES, openWindow, release } from './logs-window.ts';

const line = (n: number): LogEntry => ({
  id: `019a8d2e-5b1c-7000-8000-${String(n).padStart(12, '0')}`,
  timestamp: new Date(1_800_000_000_000 + Math.floor(n / 2)).toISOString(),
  level: 'info',
  category: 'api',
  message: String(n),
  metadata: {},
  user: null,
  ip: null,
});
/** Lines from one number down to another, newest first. */
const from = (last: number, first: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => line(last - i));
const numbers = (lines: readonly LogEntry[]) => lines.map(({ message }) => Number(message));

const FOLLOWING = { incomplete: false, following: true };
const READING = { incomplete: false, following: false };

describe('new lines', () => {
  it('are shown at once, in order and without duplicates', () => {
    const window = addLines(openWindow(from(3, 1), false), [line(6), line(5), line(3), line(2)], FOLLOWING);
    expect(numbers(window.lines)).toEqual([6, 5, 3, 2, 1]);
    expect(numbers(addLines(window, from(6, 4), FOLLOWING).lines)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('wait while the user reads, and are counted once', () => {
    let window = addLines(openWindow(from(3, 1), false), from(5, 4), READING);
    window = addLines(window, from(7, 3), READING);
    expect(numbers(window.lines)).toEqual([3, 2, 1]);
    expect(window.heldCount).toBe(4);
    const shown = release(window);
    expect(numbers(shown.lines)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(shown).toMatchObject({ held: [], heldCount: 0, gapBelow: null, more: false });
  });

  it('replace the oldest lines', () => {
    const window = addLines(openWindow(from(MAX_LINES, 1), false), [line(MAX_LINES + 1)], FOLLOWING);
    expect(window.lines).toHaveLength(MAX_LINES);
    expect(numbers(window.lines).at(-1)).toBe(2);
    expect(window.more).toBe(true);
  });

  it('are ignored when they are older than the window', () => {
    const window = openWindow(from(20, 11), true);
    expect(addLines(window, from(10, 1), FOLLOWING).lines).toEqual(window.lines);
    expect(addLines({ ...window, more: false }, from(10, 9), FOLLOWING).lines).toHaveLength(12);
  });
});

describe('lines below a gap are dropped', () => {
  it('at once while following', () => {
    const live = addLines(openWindow(from(10, 1), false), [line(90)], FOLLOWING);
    const window = addLines(live, from(89, 50), { incomplete: true, following: true });
    expect(numbers(window.lines)).toEqual(numbers(from(90, 50)));
    expect(window).toMatchObject({ more: true, gapBelow: null });
  });

  it('when the held lines are shown, also when too many were held', () => {
    let window = openWindow(from(10, 1), false);
    for (let n = 11; n <= 5_010; n += 500) window = addLines(window, from(n + 499, n), READING);
    expect(numbers(window.lines)).toEqual(numbers(from(10, 1)));
    expect(window.heldCount).toBe(5_000);
    expect(window.held).toHaveLength(MAX_LINES);
    expect(numbers(release(window).lines)).toEqual(numbers(from(5_010, 5_011 - MAX_LINES)));
  });
});

it('appends older lines, up to the maximum', () => {
  const window = addOlder(openWindow(from(10, 5), true), from(5, 3), true);
  expect(numbers(window.lines)).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
  expect(addOlder(window, from(2, 1), false).more).toBe(false);
  const full = addOlder(openWindow(from(3_000, 1_500), true), from(1_499, 1), false);
  expect(full.lines).toHaveLength(MAX_LINES);
  expect(full.more).toBe(true);
});

it('an empty window accepts any lines', () => {
  expect(numbers(addLines(EMPTY_WINDOW, from(2, 1), FOLLOWING).lines)).toEqual([2, 1]);
  expect(release(EMPTY_WINDOW)).toBe(EMPTY_WINDOW);
});
