import type { LogEntry } from '../../../../src/contract/admin/logs.ts';

/** The maximum number of lines that the page keeps. */
export const MAX_LINES = 2_000;

/** Lines that arrived within one interval, newest first. */
export interface LiveBatch {
  lines: LogEntry[];
  /** Older lines were dropped because there were too many. */
  incomplete: boolean;
}

/** The part of the log that the page has loaded. */
export interface LogWindow {
  /** Newest first, without gaps. */
  lines: readonly LogEntry[];
  /** Newer lines that are held back while the user reads. */
  held: readonly LogEntry[];
  /** How many were held back; when there are very many only the newest are kept. */
  heldCount: number;
  /** The line below which lines are missing, because too many arrived. */
  gapBelow: LogEntry | null;
  /** There are older lines. */
  more: boolean;
}

export const EMPTY_WINDOW: LogWindow = { lines: [], held: [], heldCount: 0, gapBelow: null, more: false };

/** The server's order: by time, then by id. */
function newestFirst(a: LogEntry, b: LogEntry): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

const isOlder = (line: LogEntry, than: LogEntry): boolean => newestFirst(line, than) > 0;

/** Merges two lists, newest first. Usually one is newer than the other throughout. */
function joined(newer: readonly LogEntry[], older: readonly LogEntry[]): readonly LogEntry[] {
  const [last, first] = [newer.at(-1), older[0]];
  const all = [...newer, ...older];
  return last && first && isOlder(last, first) ? all.sort(newestFirst) : all;
}

export const openWindow = (lines: readonly LogEntry[], more: boolean): LogWindow => ({
  ...EMPTY_WINDOW,
  lines,
  more,
});

/** Shows the lines that were held back. Lines below a gap are dropped: they would look continuous. */
export function release(window: LogWindow): LogWindow {
  const { lines, held, gapBelow, more } = window;
  if (held.length === 0 && !gapBelow) return window;
  const all = joined(held, lines);
  const whole = gapBelow ? all.filter((line) => !isOlder(line, gapBelow)) : all;
  const kept = whole.slice(0, MAX_LINES);
  return openWindow(kept, more || kept.length < all.length);
}

/**
 * Adds new or missed lines. Known lines, and lines older than the window, are ignored.
 *
 * @param added newest first
 * @param incomplete lines are missing below the last of them
 * @param following shows them at once; otherwise they are held back
 */
export function addLines(
  window: LogWindow,
  added: readonly LogEntry[],
  { incomplete, following }: { incomplete: boolean; following: boolean },
): LogWindow {
  const { lines, held, more } = window;
  const known = new Set([...lines, ...held].map(({ id }) => id));
  const bottom = more ? lines.at(-1) : undefined;
  const fresh = added.filter((line) => !known.has(line.id) && !(bottom && isOlder(line, bottom)));
  const waiting = joined(fresh, held);
  const kept = waiting.slice(0, MAX_LINES);
  const gaps = [
    window.gapBelow,
    incomplete ? added.at(-1) : null,
    kept.length < waiting.length ? kept.at(-1) : null,
  ];
  const next = {
    ...window,
    held: kept,
    heldCount: window.heldCount + fresh.length,
    gapBelow: gaps.filter((line) => line != null).sort(newestFirst)[0] ?? null,
  };
  return following ? release(next) : next;
}

export function addOlder(window: LogWindow, older: readonly LogEntry[], more: boolean): LogWindow {
  const known = new Set(window.lines.map(({ id }) => id));
  const lines = [...window.lines, ...older.filter(({ id }) => !known.has(id))];
  return { ...window, lines: lines.slice(0, MAX_LINES), more: more || lines.length > MAX_LINES };
}
