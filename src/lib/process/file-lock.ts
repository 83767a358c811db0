import { DatabaseSync } from 'node:sqlite';
import { unavailable } from '../errors.ts';
import { isFolder } from './make-folder.ts';

/** SQLite's code for a lock that another connection holds. */
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/**
 * Takes a lock that one holder on this machine can have, without waiting. The operating system gives it back when the
 * process ends, however it ends. Node.js offers such a lock only through SQLite, here on a database that stays empty.
 *
 * @returns the function that gives the lock back; null while another holder has it
 * @throws DomainError unavailable when the path is a folder; Error ENOSPC when the disk is full, or another Error when the
 *   file cannot be opened for writing.
 */
export function tryFileLock(file: string): (() => void) | null {
  if (isFolder(file))
    throw unavailable('LOCK_IS_FOLDER', `${file} is a folder instead of a file: delete it, and start again.`);
  const database = new DatabaseSync(file);
  try {
    database.exec('begin exclusive');
    return () => database.close();
  } catch (error) {
    database.close();
    const { errcode } = error as { errcode?: number };
    if (errcode === SQLITE_BUSY) return null;
    if (errcode === SQLITE_FULL)
      throw Object.assign(new Error('no space for the lock', { cause: error }), { code: 'ENOSPC' });
    throw error;
  }
}
