import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../errors.ts';

export const isFolder = (file: string): boolean =>
  statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Creates a folder and those above it. Not with `mkdir`'s own option `recursive`, which never ends in a file system
 * without new folders, such as `/proc`.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  makeFolder(path.dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have been faster.
    if (codeOf(error) !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}
