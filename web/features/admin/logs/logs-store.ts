import { LIMITS } from '../../../../src/contract/limits.ts';
import type { LogEntry } from '../../../../src/contract/logs.ts';
import type { LiveBatch } from '../../../lib/live-log.ts';
import {
  addLines,
  addOlder,
  EMPTY_WINDOW,
  type LogWindow,
  MOST_LINES,
  newestOf,
  openWindow,
  release,
} from './logs-window.ts';

/** The end of a log file, already narrowed by the filters. */
export interface FileEnd {
  file: string;
  lines: readonly LogEntry[];
}

/** Where lines come from. */
export interface LogSource {
  /** Lines of the log, the newest first; with `before` older than that one. */
  read: (limit: number, before?: string) => Promise<readonly LogEntry[]>;
  /** What stands in a file when the log cannot be read; null when there is none. */
  readFile: () => Promise<FileEnd | null>;
}

export interface LogState {
  window: LogWindow;
  /** Nothing was read yet, or it is read anew. */
  loading: boolean;
  /** There is an answer: the window is what it says. */
  ready: boolean;
  /** Why the log could not be read; null when it could. */
  error: unknown;
  /** The file that shows in its place; null when it is the log that shows. */
  file: string | null;
  /** Lines that were missed could not be read yet. */
  behind: boolean;
}

const PAGE = LIMITS.logs.default;
/** Batches that an answer on its way may be overtaken by; of more, the newest count. */
const EARLY = 100;

/** The lines of one category and filter, as they are read, heard and asked for. */
export class LogStore {
  readonly #source: LogSource;
  readonly #listeners = new Set<() => void>();
  #state: LogState = {
    window: EMPTY_WINDOW,
    loading: true,
    ready: false,
    error: null,
    file: null,
    behind: false,
  };
  #following = true;
  #loads = 0;
  /** Heard while the answer was on its way. */
  #early: LiveBatch[] = [];

  constructor(source: LogSource) {
    this.#source = source;
  }

  readonly state = (): LogState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Reads the newest lines anew; from a file where the log does not answer (SPEC section 7). Never fails. */
  async load(): Promise<void> {
    this.#loads += 1;
    const load = this.#loads;
    this.#set({ loading: true });
    const read = await this.#newest();
    // Another one has begun meanwhile.
    if (load !== this.#loads) return;
    this.#set({ ...read, loading: false, ready: true, behind: false });
    for (const batch of this.#early.splice(0)) this.hear(batch);
  }

  async #newest(): Promise<Pick<LogState, 'window' | 'error' | 'file'>> {
    try {
      const lines = await this.#source.read(PAGE);
      return { window: openWindow(lines, lines.length === PAGE), error: null, file: null };
    } catch (error) {
      const end = await this.#source.readFile().catch(() => null);
      return { window: openWindow(end?.lines ?? [], false), error, file: end?.file ?? null };
    }
  }

  /** Adds the next older lines. @throws what the server said */
  async loadOlder(): Promise<void> {
    const last = this.#state.window.lines.at(-1);
    if (!last) return;
    const load = this.#loads;
    const older = await this.#source.read(PAGE, last.id);
    if (load === this.#loads && this.#state.window.lines.at(-1) === last)
      this.#set({ window: addOlder(this.#state.window, older, older.length === PAGE) });
  }

  /** Takes in what was heard live. */
  hear(batch: LiveBatch): void {
    if (this.#state.loading) this.#early = [...this.#early, batch].slice(-EARLY);
    else this.#add(batch.lines, batch.torn);
  }

  /** The newest line that is known, for `catchUp`. */
  get newest(): LogEntry | undefined {
    return newestOf(this.#state.window);
  }

  /**
   * Fills the gap since a line: what was written while nobody listened, or is stored a moment after it was written.
   *
   * @param since the newest line known before; everything that the window reaches to when left out
   * @returns false when it could not be read
   */
  async catchUp(since = this.#state.window.lines.at(-1)): Promise<boolean> {
    if (this.#state.loading) {
      await this.load();
      return true;
    }
    // What a file stands in for is asked for again on request alone.
    if (this.#state.error) return true;
    const load = this.#loads;
    try {
      const { lines, torn } = await this.#readSince(since);
      if (load !== this.#loads) return true;
      this.#add(lines, torn);
      this.#set({ behind: false });
      return true;
    } catch {
      if (load === this.#loads) this.#set({ behind: true });
      return false;
    }
  }

  async #readSince(since: LogEntry | undefined): Promise<LiveBatch> {
    const lines: LogEntry[] = [];
    while (lines.length < MOST_LINES) {
      const page = await this.#source.read(LIMITS.logs.max, lines.at(-1)?.id);
      lines.push(...page);
      const last = page.at(-1);
      const reached = last && since && last.timestamp < since.timestamp;
      if (reached || page.length < LIMITS.logs.max) return { lines, torn: false };
    }
    return { lines, torn: true };
  }

  /** Whether new lines show at once, or wait. */
  follow(following: boolean): void {
    this.#following = following;
    if (following) this.release();
  }

  /** Shows what waits. */
  release(): void {
    this.#set({ window: release(this.#state.window) });
  }

  #add(lines: readonly LogEntry[], torn: boolean): void {
    this.#set({ window: addLines(this.#state.window, lines, { torn, following: this.#following }) });
  }

  #set(change: Partial<LogState>): void {
    const entries = Object.entries(change) as [keyof LogState, unknown][];
    if (entries.every(([key, value]) => this.#state[key] === value)) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
