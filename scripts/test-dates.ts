import { spawn } from 'node:child_process';

/**
 * Runs the tests that need no browser with dates, time zones and test orders that have found bugs before.
 * `npm run test:dates -- <arguments>` passes the arguments to vitest. Requires the program `faketime`.
 */
interface Run {
  /** The start time of the run in UTC; the clock advances from there. */
  start: string;
  zone: string;
  /** The seed for the order of files and tests. */
  seed: number;
}

const RUNS: Run[] = [
  // The last day of February; in the time zone, it is already March.
  { start: '2027-02-28T12:00:00Z', zone: 'Pacific/Kiritimati', seed: 1 },
  // A leap day; in the time zone, it is still the day before.
  { start: '2028-02-29T03:00:00Z', zone: 'America/Los_Angeles', seed: 2 },
  // The year ends during the run.
  { start: '2026-12-31T23:50:00Z', zone: 'UTC', seed: 3 },
];

const title = ({ start, zone, seed }: Run): string => `${start} in ${zone}, order ${seed}`;

/** Runs vitest with the clock of the run. @returns its exit code */
function test({ start, zone, seed }: Run): Promise<number | null> {
  const offset = Math.round((Date.parse(start) - Date.now()) / 1000);
  // Only the wall clock is faked; timers and measurements use the real monotonic clock.
  const time = ['-m', '--exclude-monotonic', '-f', `${offset >= 0 ? '+' : ''}${offset}s`];
  const projects = ['--project', 'server', '--project', 'web'];
  const order = ['--sequence.shuffle', `--sequence.seed=${seed}`];
  const command = [...time, 'vitest', 'run', ...projects, ...order, ...process.argv.slice(2)];
  const child = spawn('faketime', command, { stdio: 'inherit', env: { ...process.env, TZ: zone } });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

const print = (text: string) => process.stdout.write(`${text}\n`);

try {
  const failed: Run[] = [];
  for (const run of RUNS) {
    print(`▶ ${title(run)}`);
    if ((await test(run)) !== 0) failed.push(run);
  }
  for (const run of RUNS) print(`${failed.includes(run) ? '✘' : '✔'} ${title(run)}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  print('The program faketime is missing: install the Debian package "faketime".');
  process.exitCode = 1;
}
