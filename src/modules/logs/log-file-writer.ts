import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import type { LogEntry } from '../../contract/admin/logs.ts';
import { codeOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { makeFolder } from '../../lib/process/make-folder.ts';
import { Outage } from '../../lib/process/outage.ts';
import { LOG_FILE_BYTES, logFileName, logFolder } from './log-files.ts';
import { fileLine } from './log-line.ts';

const FLUSH_MS = 200;
const RETRY_MS = 1_000;
/** Maximum number of buffered characters while writing fails; beyond it the oldest lines are lost. */
const WAITING = 8_000_000;
/** Maximum number of files per category and day that are tried before giving up. */
const MAX_PARTS = 10_000;

/** The buffered lines of one category and day. */
interface Chunk {
  category: LogEntry['category'];
  day: string;
  lines: string[];
}

const isAccessDenied = (error: unknown) => ['EACCES', 'EPERM'].includes(codeOf(error));
const exists = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );

/**
 * Appends lines in batches to the files of their category and day. Several processes write to the same files, so each
 * batch is a single append; a full file is followed by the next number. Lines that cannot be written are buffered and
 * retried; the failure is reported once.
 */
export class LogFileWriter {
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #outage: Outage;
  #waiting = new Map<string, Chunk>();
  #size = 0;
  #lost = 0;
  /** The number of the current file by category and day. */
  readonly #parts = new Map<string, number>();
  /** A write may have failed midway: the next one starts with a line break. */
  #torn = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  /** @param logger must not write to this writer */
  constructor(dataDir: string, logger: Logger) {
    this.#folder = logFolder(dataDir);
    this.#logger = logger;
    this.#outage = new Outage(logger, 'writing log files');
  }

  push(entry: LogEntry): void {
    this.#add({ category: entry.category, day: entry.timestamp.slice(0, 10), lines: [fileLine(entry)] });
    this.#drop();
    this.#schedule(FLUSH_MS);
  }

  /** Writes the buffered lines. Stops at the first failure and retries later. */
  async flush(): Promise<void> {
    await this.#writing;
    if (this.#waiting.size === 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writeAll();
    await this.#writing;
    this.#writing = undefined;
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, ms).unref();
  }

  #add(chunk: Chunk): void {
    const key = `${chunk.category} ${chunk.day}`;
    const known = this.#waiting.get(key);
    if (known) known.lines.push(...chunk.lines);
    else this.#waiting.set(key, chunk);
    for (const line of chunk.lines) this.#size += line.length;
  }

  #drop(): void {
    while (this.#size > WAITING) {
      const [oldest] = this.#waiting;
      if (!oldest) return;
      const [key, { lines }] = oldest;
      const gone = lines.splice(0, Math.ceil(lines.length / 8));
      for (const line of gone) this.#size -= line.length;
      this.#lost += gone.length;
      if (lines.length === 0) this.#waiting.delete(key);
    }
  }

  async #writeAll(): Promise<void> {
    const chunks = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#size = 0;
    try {
      makeFolder(this.#folder, 0o700);
      while (chunks[0]) {
        await this.#append(chunks[0]);
        chunks.shift();
      }
      this.#recovered();
    } catch (error) {
      this.#outage.failed(error);
      const newer = [...this.#waiting.values()];
      this.#waiting = new Map();
      this.#size = 0;
      for (const chunk of [...chunks, ...newer]) this.#add(chunk);
      this.#drop();
      this.#schedule(RETRY_MS);
    }
  }

  #recovered(): void {
    this.#outage.worked();
    if (this.#lost > 0) this.#logger.warn({ lost: this.#lost }, 'log lines are missing in the files');
    this.#lost = 0;
  }

  async #append({ category, day, lines }: Chunk): Promise<void> {
    const key = `${category} ${day}`;
    for (let part = this.#parts.get(key) ?? 1; part <= MAX_PARTS; part += 1) {
      if (await this.#appendTo(path.join(this.#folder, logFileName(category, day, part)), lines)) return;
      this.#parts.set(key, part + 1);
    }
    throw new Error(`There are already ${MAX_PARTS} log files for one day`);
  }

  /** False when the file is full or not writable, for example created by an operator's command run as root. */
  async #appendTo(file: string, lines: readonly string[]): Promise<boolean> {
    let handle: Awaited<ReturnType<typeof open>>;
    try {
      handle = await open(file, 'a', 0o600);
    } catch (error) {
      // Without access to the folder, no other file in it can be opened either.
      if (isAccessDenied(error) && (await exists(file))) return false;
      throw error;
    }
    try {
      if ((await handle.stat()).size >= LOG_FILE_BYTES) return false;
      const text = lines.join('');
      const begin = this.#torn ? '\n' : '';
      this.#torn = true;
      await handle.appendFile(`${begin}${text}`);
      this.#torn = false;
      return true;
    } finally {
      await handle.close();
    }
  }
}
