import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../src/lib/process/free-port.ts';

/** Clock ticks per second in /proc; 100 on current Linux systems. */
const TICKS = 100;

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
    const url = `http://127.0.0.1:${port}`;
    await waitUntilReady(`${url}${path}`, child);
    return new ServerProcess(url, child);
  }

  /** User and system CPU seconds used so far; Linux only. */
  cpuSeconds(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
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
    const [, kilobytes] =
      /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
  }
}
