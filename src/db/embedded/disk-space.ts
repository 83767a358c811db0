import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** PostgreSQL allocates its write-ahead log in files of 16 MB, and needs one to start. */
const ENOUGH_BYTES = 32 * 1024 * 1024;
const POLL_MS = 250;
const MAX_POLLS = 120;

/** Waits until the disk has enough space to start a server, at most 30 s. @throws AbortError when aborted */
export async function waitForSpace(directory: string, signal: AbortSignal): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    await sleep(POLL_MS, undefined, { signal });
    const { bavail, bsize } = await statfs(directory);
    if (bavail * bsize >= ENOUGH_BYTES) return;
  }
}
