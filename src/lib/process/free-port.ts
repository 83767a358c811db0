import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below the usual ephemeral ranges: the system could give an ephemeral port to another connection between this
 * check and its use. The ports above are for tests (src/testing/servers/test-port.ts).
 */
const FIRST = 10_000;
const LAST = 19_999;
const TRIES = 50;

/** Whether this port of the loopback address is free right now. */
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

/** A port of the loopback address that is free right now. @throws Error when none is found. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = randomInt(FIRST, LAST + 1);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port found.');
}
