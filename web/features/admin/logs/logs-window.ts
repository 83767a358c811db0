import type { LogEntry } from '../../../../src/contract/logs.ts';

/** Lines that the page keeps at most; the log itself has more. */
export const MOST_LINES = 2_000;

/** The part of the log that is in the page. */
export interface LogWindow {
  /** The newest first, without a hole. */
  lines: readonly LogEntry[];
  /** Newer ones that wait, since somebody reads. */
  held: readonly LogEntry[];
  /** How many have come to wait; of very many only the newest are kept. */
  heldCount: number;
  /** The line below which others are missing, since too many came. */
  tear: LogEntry | null;
  /** There are older ones. */
  more: boolean;
}

export const EMPTY_WINDOW: LogWindow = { lines: [], held: [], heldCount: 0, tear: null, more: false };

/** The order of the server: by time, then by id. */
export function newestFirst(a: LogEntry, b: LogEntry): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

const isOlder = (line: LogEntry, than: LogEntry): boolean => newestFirst(line, than) > 0;

/** Both, the newest first; as a rule the one is newer than the other throughout. */
function joined(newer: readonly LogEntry[], older: readonly LogEntry[]): readonly LogEntry[] {
  const [last, first] = [newer.at(-1), older[0]];
  const all = [...newer, ...older];
  return last && first && isOlder(last, first) ? all.sort(newestFirst) : all;
}

/** The newest line that is known. */
export const newestOf = ({ held, lines }: LogWindow): LogEntry | undefined => held[0] ?? lines[0];

/** A window onto the newest lines. */
export const openWindow = (lines: readonly LogEntry[], more: boolean): LogWindow => ({
  ...EMPTY_WINDOW,
  lines,
  more,
});

/** Puts in what waits. Below a tear nothing stays: the lines would look as if they followed one another. */
export function release(window: LogWindow): LogWindow {
  const { lines, held, tear, more } = window;
  if (held.length === 0 && !tear) return window;
  const all = joined(held, lines);
  const whole = tear ? all.filter((line) => !isOlder(line, tear)) : all;
  const kept = whole.slice(0, MOST_LINES);
  return openWindow(kept, more || kept.length < all.length);
}

/**
 * Takes lines in that are new, or were missed. Known ones change nothing, and older ones than the window reaches to
 * are none of its business.
 *
 * @param added the newest first
 * @param torn below the last of them others are missing
 * @param following they show at once; otherwise they wait
 */
export function addLines(
  window: LogWindow,
  added: readonly LogEntry[],
  { torn, following }: { torn: boolean; following: boolean },
): LogWindow {
  const { lines, held, more } = window;
  const known = new Set([...lines, ...held].map(({ id }) => id));
  const bottom = more ? lines.at(-1) : undefined;
  const fresh = added.filter((line) => !known.has(line.id) && !(bottom && isOlder(line, bottom)));
  const waiting = joined(fresh, held);
  const kept = waiting.slice(0, MOST_LINES);
  const tears = [window.tear, torn ? added.at(-1) : null, kept.length < waiting.length ? kept.at(-1) : null];
  const next = {
    ...window,
    held: kept,
    heldCount: window.heldCount + fresh.length,
    tear: tears.filter((line) => line != null).sort(newestFirst)[0] ?? null,
  };
  return following ? release(next) : next;
}

/** Adds the next older lines at the end. */
export function addOlder(window: LogWindow, older: readonly LogEntry[], more: boolean): LogWindow {
  const known = new Set(window.lines.map(({ id }) => id));
  const lines = [...window.lines, ...older.filter(({ id }) => !known.has(id))];
  return { ...window, lines: lines.slice(0, MOST_LINES), more: more || lines.length > MOST_LINES };
}
