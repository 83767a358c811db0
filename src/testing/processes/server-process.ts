import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunningProcess } from '../faults/running-process.ts';
import { testPort } from '../servers/test-port.ts';
import { childEnv } from './child-env.ts';
import { PROGRAMS } from './programs.ts';

/** A server like that of `npm start`, in a separate process. */
export interface ServerProcess {
  url: string;
  process: RunningProcess;
  /** Ends it like an operator; returns its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts one on a database that others may use as well, on a free port unless `PORT` is set.
 *
 * @throws Error with its last lines when it does not start.
 */
export async function startServerProcess(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const directory = mkdtempSync(path.join(tmpdir(), 'marketdex-process-'));
  const port = Number(settings.PORT ?? (await testPort()));
  const started = await RunningProcess.start({
    name: 'The server',
    command: process.execPath,
    args: [PROGRAMS.web],
    ready: /MarketDex is at/,
    options: {
      env: childEnv({
        DATABASE_URL: databaseUrl,
        DATA_DIR: directory,
        PORT: String(port),
        RATE_LIMIT_FACTOR: '1000',
        ...settings,
      }),
    },
  });
  void started.exited.then(() => rmSync(directory, { recursive: true, force: true }));
  return {
    url: `http://127.0.0.1:${port}`,
    process: started,
    stop: async () => {
      started.signal('SIGTERM');
      return (await started.exited).code;
    },
  };
}

/** Starts several at once; when one fails, the others are ended. */
export async function startServerProcesses(
  count: number,
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess[]> {
  const started = await Promise.allSettled(
    Array.from({ length: count }, () => startServerProcess(databaseUrl, settings)),
  );
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (!failed) return running;
  await Promise.all(running.map((process) => process.stop()));
  throw failed.reason;
}
