import { codeOf } from '../errors.ts';

/** Whether a process with this id exists, possibly owned by another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
