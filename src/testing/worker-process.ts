import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { childEnv } from './child-env.ts';

const ENTRY = path.resolve(import.meta.dirname, '../../jobs/main.ts');

/** A worker as `npm run worker` runs it, in a process of its own. */
export interface WorkerProcess {
  /** Ends it; its exit code, null when a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts one on a database that others use as well. @throws Error with its last words when it does not start. */
export async function startWorkerProcess(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<WorkerProcess> {
  const directory = mkdtempSync(path.join(tmpdir(), 'marketdex-worker-'));
  const child = spawn(process.execPath, [ENTRY], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: childEnv({ DATABASE_URL: databaseUrl, DATA_DIR: directory, ...settings }),
  });
  const exited = once(child, 'exit').then(([code]) => {
    rmSync(directory, { recursive: true, force: true });
    return code as number | null;
  });
  const said: string[] = [];
  const lines = createInterface({ input: child.stderr });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line);
      if (line.includes('jobs are running')) resolve();
    });
    lines.once('close', () => reject(new Error(`The worker did not start:\n${said.slice(-10).join('\n')}`)));
  });
  return {
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
}
