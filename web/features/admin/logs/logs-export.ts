import { todayUtc } from '../../../../src/contract/dates.ts';
import { LIMITS } from '../../../../src/contract/limits.ts';
import type { LogCategory, LogEntry } from '../../../../src/contract/logs.ts';
import { errorData } from '../../../lib/errors.ts';
import type { LogSource } from './logs-store.ts';

/** `security-2026-03-12.json` (SPEC section 2 "Logging"). */
export const exportName = (category: LogCategory): string => `${category}-${todayUtc()}.json`;

interface Progress {
  onProgress: (lines: number) => void;
  signal: AbortSignal;
}

const rest = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Reads a page, and waits where the server asks for patience. */
async function patiently<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await read();
    } catch (error) {
      const seconds = errorData(error)?.retryAfter;
      if (seconds == null) throw error;
      await rest(seconds);
    }
  }
}

const part = (lines: readonly LogEntry[], first: boolean): Blob =>
  new Blob([first ? '' : ',\n', lines.map((line) => JSON.stringify(line)).join(',\n')]);

const file = (parts: readonly Blob[]): Blob =>
  new Blob(['[\n', ...parts, '\n]\n'], { type: 'application/json' });

/** Lines that are in the page already, as a file. */
export const fileOf = (lines: readonly LogEntry[]): Blob => file([part(lines, true)]);

/**
 * Every line that the filters let through, the newest first, as a file of JSON. The browser keeps what is finished of
 * it where it likes, so any number of lines will do.
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

/** Has the browser save a file. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser takes it up after this.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
