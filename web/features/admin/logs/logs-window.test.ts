import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../../src/contract/admin/logs.ts';
import { addLines, addOlder, EMPTY_WINDOW, MOST_LINES, openWindow, release } from './logs-window.ts';

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
/** Lines from one number down to another: the newest first. */
const from = (last: number, first: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => line(last - i));
const numbers = (lines: readonly LogEntry[]) => lines.map(({ message }) => Number(message));

const FOLLOWING = { torn: false, following: true };
const READING = { torn: false, following: false };

describe('new lines', () => {
  it('show at once, in their order, none twice', () => {
    const window = addLines(openWindow(from(3, 1), false), [line(6), line(5), line(3), line(2)], FOLLOWING);
    expect(numbers(window.lines)).toEqual([6, 5, 3, 2, 1]);
    expect(numbers(addLines(window, from(6, 4), FOLLOWING).lines)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('wait while somebody reads, and are counted once', () => {
    let window = addLines(openWindow(from(3, 1), false), from(5, 4), READING);
    window = addLines(window, from(7, 3), READING);
    expect(numbers(window.lines)).toEqual([3, 2, 1]);
    expect(window.heldCount).toBe(4);
    const shown = release(window);
    expect(numbers(shown.lines)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(shown).toMatchObject({ held: [], heldCount: 0, tear: null, more: false });
  });

  it('push the oldest out, which can be loaded no more', () => {
    const window = addLines(openWindow(from(MOST_LINES, 1), false), [line(MOST_LINES + 1)], FOLLOWING);
    expect(window.lines).toHaveLength(MOST_LINES);
    expect(numbers(window.lines).at(-1)).toBe(2);
    expect(window.more).toBe(true);
  });

  it('are none when they are older than what the window reaches to', () => {
    const window = openWindow(from(20, 11), true);
    expect(addLines(window, from(10, 1), FOLLOWING).lines).toEqual(window.lines);
    expect(addLines({ ...window, more: false }, from(10, 9), FOLLOWING).lines).toHaveLength(12);
  });
});

describe('nothing stays below a tear', () => {
  it('at once while it follows, and newer lines stay', () => {
    const live = addLines(openWindow(from(10, 1), false), [line(90)], FOLLOWING);
    const window = addLines(live, from(89, 50), { torn: true, following: true });
    expect(numbers(window.lines)).toEqual(numbers(from(90, 50)));
    expect(window).toMatchObject({ more: true, tear: null });
  });

  it('once the waiting ones are shown, also when too many have waited', () => {
    let window = openWindow(from(10, 1), false);
    for (let n = 11; n <= 5_010; n += 500) window = addLines(window, from(n + 499, n), READING);
    expect(numbers(window.lines)).toEqual(numbers(from(10, 1)));
    expect(window.heldCount).toBe(5_000);
    expect(window.held).toHaveLength(MOST_LINES);
    expect(numbers(release(window).lines)).toEqual(numbers(from(5_010, 5_011 - MOST_LINES)));
  });
});

it('older lines follow at the end, up to as many as there may be', () => {
  const window = addOlder(openWindow(from(10, 5), true), from(5, 3), true);
  expect(numbers(window.lines)).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
  expect(addOlder(window, from(2, 1), false).more).toBe(false);
  const full = addOlder(openWindow(from(3_000, 1_500), true), from(1_499, 1), false);
  expect(full.lines).toHaveLength(MOST_LINES);
  expect(full.more).toBe(true);
});

it('an empty window takes what comes', () => {
  expect(numbers(addLines(EMPTY_WINDOW, from(2, 1), FOLLOWING).lines)).toEqual([2, 1]);
  expect(release(EMPTY_WINDOW)).toBe(EMPTY_WINDOW);
});
