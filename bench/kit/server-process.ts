import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../src/lib/process/free-port.ts';
import { PROGRAMS } from '../../src/testing/processes/programs.ts';
import { cpuSeconds, memoryMegabytes } from './process-usage.ts';

/** As `npm start` sets them. */
const YOUNG_GENERATION = '--max-semi-space-size=8';

/** Waits until a URL of the process responds with success. @throws Error when the process ends before */
export async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await delay(100);
  }
  throw new Error(`The server at ${url} did not start.`);
}

/** A server in a separate process, so that its CPU time can be measured apart from the load generator's. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  /** Starts `script` with these settings and waits until `path` responds with success. */
  static async start(script: string, settings: Record<string, string>, path: string): Promise<ServerProcess> {
    const port = await freePort();
    const child = spawn(process.execPath, [YOUNG_GENERATION, script], {
      env: {
        ...process.env,
        MALLOC_ARENA_MAX: '2',
        RATE_LIMIT_FACTOR: '1000000',
        ...settings,
        PORT: String(port),
      },
      // Errors are shown; a log at the default level is written like everywhere, but not shown.
      stdio: ['ignore', 'ignore', settings.LOG_LEVEL === 'info' ? 'ignore' : 'inherit'],
    });
    // A benchmark that fails must not leave its servers behind.
    const kill = () => child.kill();
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    const url = `http://127.0.0.1:${port}`;
    await waitUntilReady(`${url}${path}`, child);
    return new ServerProcess(url, child);
  }

  /** User and system CPU seconds used so far; Linux only. */
  cpuSeconds(): number {
    return cpuSeconds(this.#child.pid);
  }

  /** Stops the process where it is, until `resume`. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  /** Resident memory; Linux only. */
  memoryMegabytes(): number {
    return Math.round(memoryMegabytes(this.#child.pid));
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
  }
}

/** Runs a web process while `work` runs. */
export async function withWebProcess<T>(
  settings: Record<string, string>,
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await ServerProcess.start(PROGRAMS.web, settings, '/readyz');
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
