import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../lib/free-port.ts';
import { childEnv } from './child-env.ts';

const ENTRY = path.resolve(import.meta.dirname, '../main.ts');

/** A server as `npm start` runs it, in a process of its own. */
export interface ServerProcess {
  url: string;
  /** Ends it as an operator would; its exit code. */
  stop(): Promise<number | null>;
}

/** Starts one on a database that others may use as well. @throws Error with its last words when it does not start. */
export async function startServerProcess(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const directory = mkdtempSync(path.join(tmpdir(), 'marketdex-process-'));
  const port = await freePort();
  const child = spawn(process.execPath, [ENTRY], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: childEnv({
      DATABASE_URL: databaseUrl,
      DATA_DIR: directory,
      PORT: String(port),
      RATE_LIMIT_FACTOR: '1000',
      ...settings,
    }),
  });
  const exited = once(child, 'exit').then(([code]) => {
    rmSync(directory, { recursive: true, force: true });
    return code as number | null;
  });
  const said: string[] = [];
  const lines = createInterface({ input: child.stderr });
  const started = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line);
      if (line.includes('MarketDex is at')) resolve();
    });
    lines.once('close', () => reject(new Error(`The server did not start:\n${said.slice(-10).join('\n')}`)));
  });
  await started;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      child.kill();
      return exited;
    },
  };
}

/** Starts some beside each other; when one does not start, the others are ended. */
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
