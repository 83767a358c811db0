import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../lib/process/root.ts';
import { RunningProcess } from '../faults/running-process.ts';
import { childEnv } from './child-env.ts';

/** The built programs, as `npm start`, `npm run worker` and `npm run cli` start them. */
export const PROGRAMS = {
  web: path.join(ROOT, 'dist/programs/web.js'),
  worker: path.join(ROOT, 'dist/programs/worker.js'),
  cli: path.join(ROOT, 'dist/programs/cli.js'),
} as const;

/** What a program writes when it is ready. */
const READY = { web: /MarketDex is at/, worker: /jobs are running/ } as const;
type Program = keyof typeof READY;

/** Runs a program in a separate process. @throws Error with its last lines when it does not start. */
export const runProgram = (
  program: Program,
  settings: Record<string, string>,
  ready: RegExp = READY[program],
): Promise<RunningProcess> =>
  RunningProcess.start({
    name: `The ${program} program`,
    command: process.execPath,
    args: [PROGRAMS[program]],
    ready,
    options: { env: childEnv(settings) },
  });

/** A running program, and its data folder, which is removed when the program has ended. */
export interface ProgramProcess {
  process: RunningProcess;
  /** Ends it; returns its exit code, null when a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a program on a database that others may use as well. */
export async function startProgram(
  program: Program,
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<ProgramProcess> {
  const directory = mkdtempSync(path.join(tmpdir(), `marketdex-${program}-`));
  const started = await runProgram(program, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    ...settings,
  });
  void started.exited.then(() => rmSync(directory, { recursive: true, force: true }));
  return {
    process: started,
    stop: async (signal = 'SIGTERM') => {
      started.signal(signal);
      return (await started.exited).code;
    },
  };
}
