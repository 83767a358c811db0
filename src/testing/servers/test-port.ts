import { isFree } from '../../lib/process/free-port.ts';

/** Above the ports that `freePort` chooses, and below the usual ephemeral ranges. */
const FIRST = 20_000;
const WORKERS = 99;
const PER_WORKER = 128;

let tried = 0;

/**
 * A port of the loopback address that is free, for a process that will listen on it or for an address where nothing does.
 * Each worker of the test run has its own ports and takes them in turn: seconds can pass until a process listens, and no
 * other test must be given its port in the meantime.
 */
export async function testPort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS;
  for (let tries = 0; tries < PER_WORKER; tries += 1) {
    const port = FIRST + worker * PER_WORKER + (tried % PER_WORKER);
    tried += 1;
    if (await isFree(port)) return port;
  }
  throw new Error('No free port found.');
}
