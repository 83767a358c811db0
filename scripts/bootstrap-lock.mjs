// Plain JavaScript without packages, like scripts/bootstrap.mjs, which uses it.

import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return error.code === 'EPERM';
  }
}

/** The process that has the lock; null when there is none. */
function holderOf(file) {
  try {
    return Number(readlinkSync(file));
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
    if (holder !== null && (holder === process.pid || !isRunning(holder))) {
      rmSync(file, { force: true });
    } else if (holder !== null && !isWaiting) {
      onWait(holder);
      isWaiting = true;
    }
    // After a removal too: a process that was about to remove the same lock must not remove the next one.
    await sleep(POLL_MS);
  }
  return () => rmSync(file, { force: true });
}
