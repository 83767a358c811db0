import { execFile } from 'node:child_process';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../../lib/errors.ts';

const run = promisify(execFile);
/** Large ones first, for speed. */
const BLOCKS = [1_048_576, 4_096];
/** Retried while a file on the disk is still being written or closed. */
const UNMOUNT_TRIES = 20;

/** A disk in memory, small enough to fill. */
export interface SmallDisk {
  directory: string;
  /** Fills the disk, except for this many bytes. */
  fill(left?: number): Promise<void>;
  /** Frees what `fill` used. */
  free(): Promise<void>;
  /** Unmounts it; its contents are lost. */
  remove(): Promise<void>;
}

/** Why no disk can be mounted here, or null when one can: for `it.skipIf`, with the reason in the test's title. */
export async function whyNoSmallDisk(): Promise<string | null> {
  if (process.platform !== 'linux') return 'tmpfs exists on Linux only';
  if (process.getuid?.() !== 0) return 'only root may mount a tmpfs';
  try {
    const disk = await mountSmallDisk(64 * 1_024);
    await disk.remove();
    return null;
  } catch (error) {
    return `mounting a tmpfs failed: ${error instanceof Error ? error.message.trim() : String(error)}`;
  }
}

async function writeUntilFull(file: FileHandle, block: Buffer, mostBlocks: number): Promise<void> {
  try {
    for (let written = 0; written < mostBlocks; written += 1) await file.appendFile(block);
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error;
  }
}

async function unmount(directory: string): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await run('umount', [directory]);
      break;
    } catch (error) {
      if (tried === UNMOUNT_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await rm(directory, { recursive: true, force: true });
}

/** Mounts a tmpfs of this size in a new folder that every user may enter. @throws Error when that is not allowed. */
export async function mountSmallDisk(bytes: number): Promise<SmallDisk> {
  const directory = await mkdtemp(path.join(tmpdir(), 'marketdex-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0755`, 'tmpfs', directory]);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
  const filler = path.join(directory, '.filler');
  const free = () => rm(filler, { force: true });
  return {
    directory,
    fill: async (left = 0) => {
      await free();
      const file = await open(filler, 'w');
      for (const size of BLOCKS) await writeUntilFull(file, Buffer.alloc(size), Math.ceil(bytes / size));
      const { size } = await file.stat();
      await file.truncate(Math.max(0, size - left));
      await file.close();
    },
    free,
    remove: () => unmount(directory),
  };
}
