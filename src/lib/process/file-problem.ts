const DISK_FULL = new Set(['ENOSPC', 'EDQUOT']);
/** The user of the process may be allowed to write to the folder, and not to read a file that root has created. */
const NOT_ALLOWED = new Set(['EACCES', 'EPERM']);

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
  if (NOT_ALLOWED.has(code) && syscall !== undefined)
    return `${path ?? dataDir} cannot be opened (${code}): give ${dataDir} and what is in it to the user of this process, or set DATA_DIR to another folder.`;
  if (code === 'ENOTDIR' || code === 'ENAMETOOLONG' || (code === 'EEXIST' && syscall === 'mkdir'))
    return `${dataDir} cannot be used as a folder (${code}): set DATA_DIR to another one.`;
  const isRefused = code === 'EROFS' || (code === 'ENOENT' && syscall === 'mkdir');
  if (!isRefused || syscall === undefined) return undefined;
  return `${path ?? dataDir} cannot be written (${code}): let the user of this process write to ${dataDir}, or set DATA_DIR to another folder.`;
}
