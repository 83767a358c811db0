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

/** Listens for a moment. @throws the system's error when that is not possible, such as EADDRINUSE */
export async function tryListening(port: number, host: string): Promise<void> {
  const probe = createServer();
  await once(probe.listen(port, host), 'listening');
  probe.close();
  await once(probe, 'close');
}

/** Whether this port of the loopback address is free right now. */
export const isFree = (port: number): Promise<boolean> =>
  tryListening(port, '127.0.0.1').then(
    () => true,
    () => false,
  );

/** A port of the loopback address that is free right now. @throws Error when none is found. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = randomInt(FIRST, LAST + 1);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port found.');
}
