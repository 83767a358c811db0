import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { LOG_CATEGORIES, type LogCategory, type LogEntry, type LogFile } from '../../contract/admin/logs.ts';
import { codeOf, notFound } from '../../lib/errors.ts';
import { entryOfFileLine } from './log-line.ts';

/** A file of at least this size is full: the next file of its day is used. */
export const LOG_FILE_BYTES = 20_000_000;

const CHUNK_BYTES = 64 * 1024;
/** Maximum number of bytes read from the end of a file, regardless of line lengths. */
const MAX_BYTES = 8_000_000;
const NEWLINE = 0x0a;

const NAME = new RegExp(String.raw`^(${LOG_CATEGORIES.join('|')})-(\d{4}-\d{2}-\d{2})(?:\.(\d+))?\.log$`);

export const logFolder = (dataDir: string): string => path.join(dataDir, 'logs');

/** `api-2026-03-12.log`, then `api-2026-03-12.2.log`. */
export const logFileName = (category: LogCategory, day: string, part: number): string =>
  `${category}-${day}${part > 1 ? `.${part}` : ''}.log`;

interface NamedFile {
  category: LogCategory;
  day: string;
  /** The first file of a day is 1. */
  part: number;
}

const partsOf = (name: string): NamedFile | null => {
  const [, category, day, part = '1'] = NAME.exec(name) ?? [];
  return category && day ? { category: category as LogCategory, day, part: Number(part) } : null;
};

/** The names of the log files; empty if the folder does not exist. Symbolic links and folders are ignored. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && partsOf(entry.name)).map(({ name }) => name);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    throw error;
  }
}

/** The log files of this machine, the most recently written first. */
export async function listLogFiles(dataDir: string): Promise<LogFile[]> {
  const folder = logFolder(dataDir);
  const files = await Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const parts = partsOf(name);
      // Retention may remove a file in the meantime.
      const found = await lstat(path.join(folder, name)).catch(() => undefined);
      if (!parts || !found) return [];
      const { category, part } = parts;
      return [{ part, file: { name, category, size: found.size, modified: found.mtime.toISOString() } }];
    }),
  );
  // A full file and the next one may have been written within one tick of the file system's clock.
  return files
    .flat()
    .toSorted((a, b) => b.file.modified.localeCompare(a.file.modified) || b.part - a.part)
    .map(({ file }) => file);
}

/** The text of at least the last `lines` lines of a file, without reading the whole file. */
async function endOf(handle: FileHandle, lines: number): Promise<string> {
  const { size } = await handle.stat();
  const chunks: Buffer[] = [];
  let breaks = 0;
  let start = size;
  while (start > 0 && size - start < MAX_BYTES) {
    const length = Math.min(CHUNK_BYTES, start);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, start - length);
    start -= length;
    chunks.unshift(buffer);
    for (const byte of buffer) if (byte === NEWLINE) breaks += 1;
    // One more for the final line break, and one more because the first line may be incomplete.
    if (breaks > lines + 1) break;
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return start > 0 ? text.slice(text.indexOf('\n') + 1) : text;
}

/**
 * The last lines of one log file, in file order. Only names that `listLogFiles` can return are opened, so nothing
 * outside the folder can be read (ASVS 5.3.2).
 *
 * @throws DomainError not_found for an unknown log file.
 */
export async function readLogFile(dataDir: string, name: string, lines: number): Promise<LogEntry[]> {
  const parts = partsOf(name);
  if (!parts) throw notFound('log file');
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(path.join(logFolder(dataDir), name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(
    (error: unknown) => {
      throw ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error)) ? notFound('log file') : error;
    },
  );
  try {
    if (!(await handle.stat()).isFile()) throw notFound('log file');
    const entries = (await endOf(handle, lines))
      .split('\n')
      .flatMap((line) => (line === '' ? [] : (entryOfFileLine(line, parts.category) ?? [])));
    return entries.slice(-lines);
  } finally {
    await handle.close();
  }
}

/** Removes the files of earlier days and returns their number. */
export async function removeLogFiles(dataDir: string, before: Date): Promise<number> {
  const folder = logFolder(dataDir);
  const first = before.toISOString().slice(0, 10);
  const old = (await namesIn(folder)).filter((name) => (partsOf(name)?.day ?? first) < first);
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return old.length;
}
