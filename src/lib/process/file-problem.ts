const DISK_FULL = new Set(['ENOSPC', 'EDQUOT']);
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

export const diskFull = (dataDir: string): string =>
  `The disk of ${dataDir} is full: free some space, or set DATA_DIR to a folder on another disk.`;

/**
 * Why the data folder cannot be used, in one sentence that says what to do.
 *
 * @returns undefined for an error that does not come from the file system
 */
export function fileProblem(error: unknown, dataDir: string): string | undefined {
  const { code = '', syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (DISK_FULL.has(code)) return diskFull(dataDir);
  const isRefused = NOT_WRITABLE.has(code) || (code === 'ENOENT' && syscall === 'mkdir');
  if (!isRefused || syscall === undefined) return undefined;
  return `${path ?? dataDir} cannot be written (${code}): let the user of this process write to ${dataDir}, or set DATA_DIR to another folder.`;
}
