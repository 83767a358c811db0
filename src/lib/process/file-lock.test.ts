import path from 'node:path';
import { expect, it } from 'vitest';
import { mountSmallDisk, whyNoSmallDisk } from '../../testing/faults/small-disk.ts';
import { tryFileLock } from './file-lock.ts';

const noDisk = await whyNoSmallDisk();

it.skipIf(noDisk !== null)(`says that the disk is full${noDisk ? ` (${noDisk})` : ''}`, async () => {
  const disk = await mountSmallDisk(64 * 1_024);
  const file = path.join(disk.directory, 'lock');
  try {
    // As of an earlier start.
    tryFileLock(file)?.();
    await disk.fill();
    expect(() => tryFileLock(file)).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    await disk.free();
    const unlock = tryFileLock(file);
    expect(unlock).not.toBeNull();
    expect(tryFileLock(file)).toBeNull();
    unlock?.();
  } finally {
    await disk.remove();
  }
});
