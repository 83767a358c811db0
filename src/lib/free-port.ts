import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports that no system hands out by itself: one of those could be given to somebody's connection between this look
 * and its use.
 */
const FIRST = 10_000;
const LAST = 32_767;
const TRIES = 50;

/** Whether nobody listens on this port of the loopback address right now. */
export async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

/** A port of the loopback address that nobody listens on right now. @throws Error when none is found. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = randomInt(FIRST, LAST + 1);
    if (await isFree(port)) return port;
  }
  throw new Error('There is no free port.');
}
