import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import type { LogEntry } from '../../contract/admin/logs.ts';
import { codeOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { makeFolder } from '../../lib/process/make-folder.ts';
import { LOG_FILE_BYTES, logFileName, logFolder } from './log-files.ts';
import { fileLine } from './log-line.ts';
import { LogWriter } from './log-writer.ts';

const FLUSH_MS = 200;
/** How many lines wait while writing fails. */
const WAITING = 30_000;
/** Maximum number of files per category and day that are tried before giving up. */
const MAX_PARTS = 10_000;

const dayOf = ({ timestamp }: LogEntry) => timestamp.slice(0, 10);

const isAccessDenied = (error: unknown) => ['EACCES', 'EPERM'].includes(codeOf(error));
const exists = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );

/**
 * Appends lines to the files of their category and day. Several processes write to the same files, so the lines of a file are
 * a single append; a full file is followed by the next number.
 */
export class LogFileWriter extends LogWriter {
  readonly #folder: string;
  /** The number of the current file by category and day. */
  readonly #parts = new Map<string, number>();
  /** A write may have failed midway: the next one starts with a line break. */
  #torn = false;

  /** @param logger must not write to this writer */
  constructor(dataDir: string, logger: Logger) {
    super({ logger, work: 'writing log files', place: 'in the files', flushMs: FLUSH_MS, most: WAITING });
    this.#folder = logFolder(dataDir);
  }

  protected override get canWrite(): boolean {
    return true;
  }

  protected override async write(lines: LogEntry[]): Promise<number> {
    makeFolder(this.#folder, 0o700);
    for (let [first] = lines; first; [first] = lines) {
      const { category } = first;
      const day = dayOf(first);
      const isOfFile = (line: LogEntry) => line.category === category && dayOf(line) === day;
      await this.#append(category, day, lines.filter(isOfFile).map(fileLine));
      lines.splice(0, lines.length, ...lines.filter((line) => !isOfFile(line)));
    }
    return 0;
  }

  async #append(category: LogEntry['category'], day: string, lines: readonly string[]): Promise<void> {
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
