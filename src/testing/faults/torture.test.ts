import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { CLOCK_IS_FAKED } from '../run/clock.ts';

/** One of each way to lose a process or a connection. `npm run torture` injects all faults, many times. */
const FAULTS = [
  'pg.kill',
  'pg.cut',
  'pg.half-close',
  'pg.truncate',
  'web.kill',
  'worker.kill',
  'redis.kill',
  'redis.cut',
  'smtp.cut',
];
const PLAN = FAULTS.map((kind) => `${kind}:1`).join();

const ENTRY = path.resolve(import.meta.dirname, '../../../bench/torture/main.ts');

it.skipIf(CLOCK_IS_FAKED)(
  'neither loses nor duplicates data while each of its parts is lost once',
  async () => {
    const options = ['--plan', PLAN, '--seed', '7', '--people', '4', '--untimed'];
    const torture = spawn(process.execPath, [ENTRY, ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, errors, [code]] = await Promise.all([
      text(torture.stdout),
      text(torture.stderr),
      once(torture, 'exit'),
    ]);
    expect(errors, out).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('passed: nothing was lost or duplicated');
  },
  500_000,
);
