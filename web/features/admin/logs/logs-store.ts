import { useEffect, useMemo } from 'react';
import type { LogEntry } from '../../../../src/contract/admin/logs.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { useLastDefined } from '../../../lib/server/fetched.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { createStore } from '../../../lib/store.ts';
import { matchesLog } from './logs-match.ts';
import { type LogsFilter, logFilter } from './logs-search-params.ts';
import {
  addLines,
  addOlder,
  EMPTY_WINDOW,
  type LiveBatch,
  type LogWindow,
  MAX_LINES,
  openWindow,
  release,
} from './logs-window.ts';

/** The end of a log file, already filtered. */
export interface FileEnd {
  file: string;
  lines: readonly LogEntry[];
}

export interface LogSource {
  /** Lines of the log, newest first; with `before`, only older ones. */
  read: (limit: number, before?: string) => Promise<readonly LogEntry[]>;
  /** The log file to show when the log cannot be read; null when there is none. */
  readFile: () => Promise<FileEnd | null>;
}

export interface LogState {
  window: LogWindow;
  /** The first read, or a reload, is running. */
  loading: boolean;
  /** The window shows the result of a read. */
  ready: boolean;
  /** The error of the last read; null when it succeeded. */
  error: unknown;
  /** The file shown instead of the log; null when the log is shown. */
  file: string | null;
  /** Missed lines could not be read yet. */
  behind: boolean;
}

const PAGE = LIMITS.logs.default;
/** Live batches kept while a read is running; older ones are dropped. */
const EARLY = 100;

/** The lines of one category and filter: read from the log and received live. */
export class LogStore {
  readonly source: LogSource;
  readonly #store = createStore<LogState>({
    window: EMPTY_WINDOW,
    loading: true,
    ready: false,
    error: null,
    file: null,
    behind: false,
  });
  readonly state = this.#store.get;
  readonly use = this.#store.use;
  #following = true;
  #loads = 0;
  /** Received while a read was running. */
  #early: LiveBatch[] = [];

  constructor(source: LogSource) {
    this.source = source;
  }

  /** Reads the newest lines, or a log file when the log cannot be read. Never throws. */
  async load(): Promise<void> {
    this.#loads += 1;
    const load = this.#loads;
    this.#set({ loading: true });
    const read = await this.#newest();
    // Another load has started in the meantime.
    if (load !== this.#loads) return;
    this.#set({ ...read, loading: false, ready: true, behind: false });
    for (const batch of this.#early.splice(0)) this.receive(batch);
  }

  async #newest(): Promise<Pick<LogState, 'window' | 'error' | 'file'>> {
    try {
      const lines = await this.source.read(PAGE);
      return { window: openWindow(lines, lines.length === PAGE), error: null, file: null };
    } catch (error) {
      const end = await this.source.readFile().catch(() => null);
      return { window: openWindow(end?.lines ?? [], false), error, file: end?.file ?? null };
    }
  }

  /** Adds the next older lines. @throws the server's error */
  async loadOlder(): Promise<void> {
    const last = this.state().window.lines.at(-1);
    if (!last) return;
    const load = this.#loads;
    const older = await this.source.read(PAGE, last.id);
    if (load === this.#loads && this.state().window.lines.at(-1) === last)
      this.#set({ window: addOlder(this.state().window, older, older.length === PAGE) });
  }

  receive(batch: LiveBatch): void {
    if (this.state().loading) this.#early = [...this.#early, batch].slice(-EARLY);
    else this.#add(batch.lines, batch.incomplete);
  }

  /** The newest known line, for `catchUp`. */
  get newest(): LogEntry | undefined {
    const { held, lines } = this.state().window;
    return held[0] ?? lines[0];
  }

  /**
   * Fills the gap since a line: lines written while disconnected, or stored a moment after they were written.
   *
   * @param since the newest line known before the gap; without it, the whole window is read again
   * @returns false when it could not be read
   */
  async catchUp(since = this.state().window.lines.at(-1)): Promise<boolean> {
    if (this.state().loading) {
      await this.load();
      return true;
    }
    // While a file is shown, only the user's own request reads the log again.
    if (this.state().error) return true;
    const load = this.#loads;
    try {
      const { lines, incomplete } = await this.#readSince(since);
      if (load !== this.#loads) return true;
      this.#add(lines, incomplete);
      this.#set({ behind: false });
      return true;
    } catch {
      if (load === this.#loads) this.#set({ behind: true });
      return false;
    }
  }

  async #readSince(since: LogEntry | undefined): Promise<LiveBatch> {
    const lines: LogEntry[] = [];
    while (lines.length < MAX_LINES) {
      const page = await this.source.read(LIMITS.logs.max, lines.at(-1)?.id);
      lines.push(...page);
      const last = page.at(-1);
      const reached = last && since && last.timestamp < since.timestamp;
      if (reached || page.length < LIMITS.logs.max) return { lines, incomplete: false };
    }
    return { lines, incomplete: true };
  }

  /** Shows new lines at once, or holds them back. */
  follow(following: boolean): void {
    this.#following = following;
    if (following) this.release();
  }

  release(): void {
    this.#set({ window: release(this.state().window) });
  }

  #add(lines: readonly LogEntry[], incomplete: boolean): void {
    this.#set({ window: addLines(this.state().window, lines, { incomplete, following: this.#following }) });
  }

  #set(change: Partial<LogState>): void {
    this.#store.set({ ...this.state(), ...change });
  }
}

type Client = ReturnType<typeof trpc.useUtils>['client'];

const sourceOf = ({ logs }: Client, filter: LogsFilter): LogSource => ({
  async read(limit, before) {
    const { category } = filter;
    const answer = await logs.category.query({ category, ...logFilter(filter), limit, before });
    return answer.logs;
  },
  async readFile() {
    const { files } = await logs.files.query({});
    const found = files.find(({ category }) => filter.category === 'all' || category === filter.category);
    if (!found) return null;
    const { lines } = await logs.content.query({ file: found.name, lines: LIMITS.logs.default });
    return { file: found.name, lines: lines.filter((line) => matchesLog(filter, line)).toReversed() };
  },
});

export function useLogs(filter: LogsFilter) {
  const { client } = trpc.useUtils();
  const store = useMemo(() => new LogStore(sourceOf(client, filter)), [client, filter]);
  const state = store.use();
  /** After a change of filters the previous lines, until the first answer. */
  const shown = useLastDefined(state.ready ? state : undefined, filter.category);
  useEffect(() => {
    void store.load();
  }, [store]);
  return { store, shown, state };
}
