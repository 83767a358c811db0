import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunningProcess } from '../faults/running-process.ts';
import { childEnv } from './child-env.ts';
import { PROGRAMS } from './programs.ts';

/** A worker like that of `npm run worker`, in a separate process. */
export interface WorkerProcess {
  process: RunningProcess;
  /** Ends it; returns its exit code, null when a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts one on a database that others use as well. @throws Error with its last lines when it does not start. */
export async function startWorkerProcess(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<WorkerProcess> {
  const directory = mkdtempSync(path.join(tmpdir(), 'marketdex-worker-'));
  const started = await RunningProcess.start({
    name: 'The worker',
    command: process.execPath,
    args: [PROGRAMS.worker],
    ready: /jobs are running/,
    options: {
      env: childEnv({ DATABASE_URL: databaseUrl, DATA_DIR: directory, ...settings }),
    },
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
