import { spawn } from 'node:child_process';

/**
 * Everything that `npm test` holds the code against: `npm test -- <arguments>` hands them to vitest.
 * The first failure ends it, with what the failed step printed.
 */
interface Step {
  title: string;
  command: [program: string, ...args: string[]];
}

/** These need neither each other nor a built client. */
const READING: Step[] = [
  {
    title: 'Format and lint',
    command: ['biome', 'ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`],
  },
  { title: 'Types', command: ['tsc', '--noEmit'] },
  { title: 'Who may import whom', command: ['node', 'scripts/check-architecture.ts'] },
  { title: 'Documents and references', command: ['node', 'scripts/check-docs.ts'] },
  { title: 'Web client', command: ['node', 'scripts/bootstrap.mjs', 'build'] },
];

const TESTS: Step = { title: 'Tests', command: ['vitest', 'run', ...process.argv.slice(2)] };

const say = (text: string) => process.stdout.write(text);
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

interface Outcome {
  passed: boolean;
  output: string;
  took: string;
}

/** Runs one step. Its output is kept, unless it is `live`: then it goes straight to the terminal. */
function run({ command: [program, ...args] }: Step, live: boolean): Promise<Outcome> {
  const start = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) =>
      resolve({ passed: false, output: `${error.message}\n`, took: seconds(start) }),
    );
    child.on('close', (code) => resolve({ passed: code === 0, output, took: seconds(start) }));
  });
}

async function check(): Promise<boolean> {
  const start = Date.now();
  const outcomes = READING.map((step) => ({ step, outcome: run(step, false) }));
  for (const { step, outcome } of outcomes) {
    const { passed, output, took } = await outcome;
    say(`${passed ? '✔' : '✘'} ${step.title} (${took})\n`);
    if (!passed) {
      say(output);
      return false;
    }
  }
  say(`▶ ${TESTS.title}\n`);
  const { passed, took } = await run(TESTS, true);
  say(`${passed ? '✔' : '✘'} ${TESTS.title} (${took}); all together ${seconds(start)}\n`);
  return passed;
}

// Steps still reading are of no use once one has failed.
process.exit((await check()) ? 0 : 1);
