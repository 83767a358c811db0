import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../lib/free-port.ts';

export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

/** A Redis of the test's own, empty and gone afterwards. Needs the program `redis-server`. */
export async function startRedis(): Promise<TestRedis> {
  const directory = await mkdtemp(path.join(tmpdir(), 'marketdex-redis-'));
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', ''];
  const server = spawn('redis-server', [...settings, '--maxmemory-policy', 'noeviction'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    // libfaketime and Redis's allocator do not work together; its own clock only counts down, which no date changes.
    env: { PATH: process.env.PATH ?? '' },
  });
  const exited = once(server, 'exit');
  const kill = () => server.kill();
  process.once('exit', kill);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('redis-server did not start.')));
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (line.includes('Ready to accept connections')) resolve();
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      process.off('exit', kill);
      kill();
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
