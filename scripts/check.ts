import { spawn } from 'node:child_process';

/**
 * Runs all checks of `npm test`; `npm test -- <arguments>` passes the arguments to vitest. Stops at the first failure
 * and prints the output of the failed step.
 */
interface Step {
  title: string;
  command: [program: string, ...args: string[]];
}

/** Independent steps that run in parallel before the tests. */
const STATIC_CHECKS: Step[] = [
  {
    title: 'Format and lint',
    command: ['biome', 'ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`],
  },
  { title: 'Types', command: ['tsc', '--noEmit'] },
  { title: 'Import rules', command: ['node', 'scripts/check-architecture.ts'] },
  { title: 'Unused code', command: ['knip', '--no-progress', '--treat-config-hints-as-errors'] },
  { title: 'Documentation references', command: ['node', 'scripts/check-docs.ts'] },
  { title: 'ASVS table', command: ['node', 'scripts/asvs.ts', '--check'] },
  { title: 'Packages and images', command: ['node', 'scripts/check-packages.ts'] },
  { title: 'Web client', command: ['node', 'scripts/bootstrap.mjs', 'build'] },
];

const TESTS: Step = { title: 'Tests', command: ['vitest', 'run', ...process.argv.slice(2)] };

const print = (text: string) => process.stdout.write(text);
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

interface Outcome {
  passed: boolean;
  output: string;
  duration: string;
}

/** Runs one step. Collects its output, or passes it to the terminal if `live` is set. */
function run({ command: [program, ...args] }: Step, live: boolean): Promise<Outcome> {
  const start = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      signal: failed.signal,
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) =>
      resolve({ passed: false, output: `${error.message}\n`, duration: seconds(start) }),
    );
    child.on('close', (code) => resolve({ passed: code === 0, output, duration: seconds(start) }));
  });
}

/** Ends the other steps after a failure. */
const failed = new AbortController();

async function check(): Promise<boolean> {
  const start = Date.now();
  const outcomes = STATIC_CHECKS.map((step) => ({ step, outcome: run(step, false) }));
  for (const { step, outcome } of outcomes) {
    const { passed, output, duration } = await outcome;
    print(`${passed ? '✔' : '✘'} ${step.title} (${duration})\n`);
    if (!passed) {
      print(output);
      failed.abort();
      return false;
    }
  }
  print(`▶ ${TESTS.title}\n`);
  const { passed, duration } = await run(TESTS, true);
  print(`${passed ? '✔' : '✘'} ${TESTS.title} (${duration}); total ${seconds(start)}\n`);
  return passed;
}

process.exit((await check()) ? 0 : 1);
