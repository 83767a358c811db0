import { rename, stat } from 'node:fs/promises';

const MAX_BYTES = 10 * 1024 * 1024;

/** Renames a log above 10 MB to `*.1`, replacing the previous one. Nobody may be writing to it. */
export async function rotateLog(log: string): Promise<void> {
  try {
    if ((await stat(log)).size > MAX_BYTES) await rename(log, `${log}.1`);
  } catch {
    // There is no log yet, or it keeps growing: neither is a reason not to start.
  }
}
