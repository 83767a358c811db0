// Plain JavaScript without packages, like scripts/bootstrap.mjs, which uses it.

import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;
/** Longer than any installation: the lock was left by a killed process whose id another one has now. */
const OLD_MS = 30 * 60_000;

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return error.code === 'EPERM';
  }
}

/** The process that has the lock, and whether it was left by a killed one; null when there is none. */
function holderOf(file) {
  try {
    const pid = Number(readlinkSync(file));
    const isOld = Date.now() - lstatSync(file).mtimeMs > OLD_MS;
    return { pid, isLeft: pid === process.pid || isOld || !isRunning(pid) };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}

/** False while there is a lock. It is a link, because a link has its target, the process id, from the first moment. */
function tryLock(file) {
  try {
    symlinkSync(String(process.pid), file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Takes a lock that one process at a time has, and waits for it. A lock that a killed process has left is removed.
 *
 * @param file its path
 * @param onWait called once with the id of the process that has the lock, if this one waits
 * @returns the function that gives the lock back
 */
export async function takeLock(file, onWait) {
  mkdirSync(path.dirname(file), { recursive: true });
  let isWaiting = false;
  while (!tryLock(file)) {
    const holder = holderOf(file);
    if (holder?.isLeft) {
      rmSync(file, { force: true });
    } else if (holder && !isWaiting) {
      onWait(holder.pid);
      isWaiting = true;
    }
    // After a removal too: a process that was about to remove the same lock must not remove the next one.
    await sleep(POLL_MS);
  }
  return () => rmSync(file, { force: true });
}
