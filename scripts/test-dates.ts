import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

/**
 * Runs the tests that can depend on the date with dates, time zones and test orders that have found bugs before.
 *
 *     npm run test:dates -- [--only <leg>]... [<file filter>...] [-- <options of vitest>]
 *
 * Requires the program `faketime`.
 */
interface Leg {
  /** The start time of the leg in UTC; the clock advances from there. */
  start: string;
  zone: string;
  /** The seed for the order of files and tests. */
  seed: number;
}

const LEGS: Record<string, Leg> = {
  // The last day of February; in the time zone, it is already March.
  february: { start: '2027-02-28T12:00:00Z', zone: 'Pacific/Kiritimati', seed: 1 },
  // A leap day; in the time zone, it is still the day before.
  'leap-day': { start: '2028-02-29T03:00:00Z', zone: 'America/Los_Angeles', seed: 2 },
  // The year ends ten minutes after the start.
  'new-year': { start: '2026-12-31T23:50:00Z', zone: 'UTC', seed: 3 },
};

/**
 * The folders of these tests. Other tests wait for real time, such as those of faults, processes and backups, or show in a
 * browser what these compute.
 */
const FOLDERS = [
  ...['contract', 'events', 'http', 'lib', 'modules', 'queue', 'runtime', 'testing/attacks', 'trpc'].map(
    (folder) => `src/${folder}/`,
  ),
  ...['cli/', 'jobs/', 'web/'],
];

const print = (text: string) => process.stdout.write(`${text}\n`);
const describe = ({ start, zone, seed }: Leg): string => `${start} in ${zone}, order ${seed}`;

/** Runs a command with the terminal of this process. @returns its exit code */
function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(command, args, { stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

/** Runs vitest with the clock, the time zone and the order of the leg. @returns whether it passed */
async function test({ start, zone, seed }: Leg, options: string[]): Promise<boolean> {
  const offset = Math.round((Date.parse(start) - Date.now()) / 1000);
  // Only the wall clock is faked; timers and measurements use the real monotonic clock.
  const time = ['-m', '--exclude-monotonic', '-f', `${offset >= 0 ? '+' : ''}${offset}s`];
  const order = ['--sequence.shuffle', `--sequence.seed=${seed}`];
  const args = [...time, 'vitest', 'run', ...order, ...options];
  return (await run('faketime', args, { ...process.env, TZ: zone })) === 0;
}

/** Runs the given legs one after the other. @returns the exit code */
async function main(): Promise<number> {
  const { values, positionals, tokens } = parseArgs({
    options: { only: { type: 'string', multiple: true } },
    allowPositionals: true,
    tokens: true,
  });
  // Positionals are the filters, then what follows `--`.
  const end = tokens.findIndex(({ kind }) => kind === 'option-terminator');
  const filters = positionals.slice(0, end < 0 ? undefined : positionals.length - (tokens.length - end - 1));
  const args = [...(filters.length > 0 ? filters : FOLDERS), ...positionals.slice(filters.length)];
  const names = values.only ?? Object.keys(LEGS);
  const unknown = names.filter((name) => !LEGS[name]);
  if (unknown.length > 0) {
    print(`Unknown leg: ${unknown.join(', ')}. The legs are ${Object.keys(LEGS).join(', ')}.`);
    return 2;
  }
  const failed: string[] = [];
  for (const [name, leg] of Object.entries(LEGS)) {
    if (!names.includes(name)) continue;
    print(`▶ ${name}: ${describe(leg)}`);
    if (!(await test(leg, args))) failed.push(name);
  }
  print(failed.length > 0 ? `Failed: ${failed.join(', ')}.` : 'All legs passed.');
  return failed.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') print('The program faketime is missing: install the Debian package "faketime".');
  else if (code?.startsWith('ERR_PARSE_ARGS')) print(message);
  else throw error;
  process.exitCode = 2;
}
