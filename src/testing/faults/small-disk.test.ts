import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mountSmallDisk, whyNoSmallDisk } from './small-disk.ts';

const skipped = await whyNoSmallDisk();

test.skipIf(skipped !== null)(
  `a small disk fills up and is freed${skipped ? ` (${skipped})` : ''}`,
  async () => {
    const disk = await mountSmallDisk(1_024 * 1_024);
    const file = path.join(disk.directory, 'file');
    await disk.fill();
    await expect(writeFile(file, 'text')).rejects.toMatchObject({ code: 'ENOSPC' });
    await disk.fill(64 * 1_024);
    await writeFile(file, Buffer.alloc(32 * 1_024));
    await expect(writeFile(file, Buffer.alloc(128 * 1_024))).rejects.toMatchObject({ code: 'ENOSPC' });
    await disk.free();
    await writeFile(file, 'text');
    expect(await readFile(file, 'utf8')).toBe('text');
    await disk.remove();
    await expect(stat(disk.directory)).rejects.toMatchObject({ code: 'ENOENT' });
  },
);
