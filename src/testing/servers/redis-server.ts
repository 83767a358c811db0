import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunningProcess } from '../faults/running-process.ts';
import { testPort } from './test-port.ts';

export interface TestRedis {
  url: string;
  process(): RunningProcess;
  /** Starts it again after its process has ended, at the same address, with its data if that is persistent. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A temporary, empty Redis for a test. Needs the program `redis-server`.
 *
 * @param keeps whether its data survives its end and a kill
 */
export async function startRedis({ keeps = false } = {}): Promise<TestRedis> {
  const directory = await mkdtemp(path.join(tmpdir(), 'marketdex-redis-'));
  const port = await testPort();
  const address = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory];
  const storage = ['--save', '', '--appendonly', keeps ? 'yes' : 'no', '--maxmemory-policy', 'noeviction'];
  const start = () =>
    RunningProcess.start({
      name: 'redis-server',
      command: 'redis-server',
      args: [...address, ...storage],
      ready: /Ready to accept connections/,
      // libfaketime and Redis's allocator are incompatible. Redis only measures durations, so the date does not matter.
      options: { env: { PATH: process.env.PATH ?? '' } },
    });
  let running = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    process: () => running,
    start: async () => {
      running = await start();
    },
    stop: async () => {
      running.signal('SIGTERM');
      await running.exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
