import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { link, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../errors.ts';
import { isAlive } from './is-alive.ts';

const DRAFT = /^(.+)\.(\d+)(\.[\w-]+)?\.draft$/s;

/** A name for the draft of a file. The random part separates containers, which may share the folder and the process id. */
export const draftName = (file: string): string => `${file}.${process.pid}.${randomUUID()}.draft`;

/** The file that a path is a draft of, or the path itself. */
export const draftedFile = (file: string): string => DRAFT.exec(file)?.[1] ?? file;

/** Makes the names of new files in a directory survive a crash of the system. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Gives a draft its name, unless another process has used that meanwhile. @throws Error EEXIST */
export async function nameNewFile(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    // Some file systems have no links, such as those of USB sticks.
    return rename(draft, file);
  }
  await rm(draft);
}

/**
 * Writes a file under another name, and gives it its name when it is complete. What is incomplete is deleted, also when
 * the process exits meanwhile, as after Ctrl-C.
 *
 * @param giveName replaces a file of this name by default
 */
export async function writeDraft<T>(
  file: string,
  write: (draft: string) => Promise<T>,
  giveName: typeof nameNewFile = rename,
): Promise<T> {
  const draft = draftName(file);
  const remove = () => rmSync(draft, { force: true });
  process.once('exit', remove);
  try {
    const result = await write(draft);
    await giveName(draft, file);
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    process.off('exit', remove);
  }
}

interface LeftDrafts {
  /** Whether the draft of a file with this name may be deleted; default: any. */
  isOurs?: (name: string) => boolean;
  /** How long nothing must have been written to it; default: any time. */
  idleMs?: number;
}

async function isIdle(draft: string, idleMs: number): Promise<boolean> {
  const found = await stat(draft).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs >= idleMs;
}

/** Deletes the drafts that killed processes have left in a folder. */
export async function removeDrafts(
  folder: string,
  { isOurs = () => true, idleMs = 0 }: LeftDrafts = {},
): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, file = '', id] = DRAFT.exec(name) ?? [];
    const pid = Number(id);
    // In a container every start may have the same process id.
    if (!pid || (pid !== process.pid && isAlive(pid)) || !isOurs(file)) continue;
    const draft = path.join(folder, name);
    if (idleMs > 0 && !(await isIdle(draft, idleMs))) continue;
    // An orphaned initdb may still be writing; the next start deletes the rest.
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
}
