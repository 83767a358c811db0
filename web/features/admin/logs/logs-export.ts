import type { LogEntry, LogScope } from '../../../../src/contract/admin/logs.ts';
import { todayUtc } from '../../../../src/contract/shared/dates.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { errorData } from '../../../lib/server/errors.ts';
import type { LogSource } from './logs-store.ts';

/** The file's name: `security-2026-03-12.json`. */
export const exportName = (category: LogScope): string => `${category}-${todayUtc()}.json`;

interface Progress {
  onProgress: (lines: number) => void;
  signal: AbortSignal;
}

/** Waits, unless it is cancelled. */
const rest = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal.addEventListener('abort', end);
  });

/** Reads a page; waits and retries when rate limited. */
async function patiently<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await read();
    } catch (error) {
      const seconds = errorData(error)?.retryAfter;
      if (seconds == null) throw error;
      await rest(seconds, signal);
    }
  }
}

const part = (lines: readonly LogEntry[], first: boolean): Blob =>
  new Blob([first ? '' : ',\n', lines.map((line) => JSON.stringify(line)).join(',\n')]);

const file = (parts: readonly Blob[]): Blob =>
  new Blob(['[\n', ...parts, '\n]\n'], { type: 'application/json' });

/** A file of lines that are already loaded. */
export const fileOf = (lines: readonly LogEntry[]): Blob => file([part(lines, true)]);

/**
 * A JSON file of all lines that match the filters, newest first. The browser may keep finished parts on disk, so there
 * is no limit on the number of lines.
 */
export async function exportLogs(read: LogSource['read'], { onProgress, signal }: Progress): Promise<Blob> {
  const parts: Blob[] = [];
  let total = 0;
  let last: string | undefined;
  for (;;) {
    const lines = await patiently(() => read(LIMITS.logs.max, last), signal);
    if (lines.length > 0) parts.push(part(lines, parts.length === 0));
    total += lines.length;
    onProgress(total);
    last = lines.at(-1)?.id;
    if (lines.length < LIMITS.logs.max) return file(parts);
  }
}
