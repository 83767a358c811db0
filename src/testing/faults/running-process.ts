import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { withTimeout } from '../../lib/with-timeout.ts';

const LINES_KEPT = 200;
const START_MS = 60_000;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ProcessOptions {
  /** Named in errors. */
  name: string;
  command: string;
  args: readonly string[];
  /** A line of output that matches shows that the process is ready. */
  ready: RegExp;
  options?: Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'>;
}

/** Killed when the parent process ends, in any way. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A real process that tests can end, kill, pause and resume. */
export class RunningProcess {
  readonly pid: number;
  /** Settles when the process has ended, for any reason. */
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  #exit: Exit | null = null;

  private constructor(child: ChildProcess, pid: number) {
    this.#child = child;
    this.pid = pid;
    running.add(child);
    this.exited = once(child, 'exit').then(([code, signal]) => {
      running.delete(child);
      this.#exit = { code, signal };
      return this.#exit;
    });
  }

  /** @throws Error with its last lines when it does not start, or is not ready within a minute. */
  static async start({ name, command, args, ready, options }: ProcessOptions): Promise<RunningProcess> {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid === undefined) throw (await once(child, 'error'))[0];
    const started = new RunningProcess(child, child.pid);
    const isReady = Promise.withResolvers<void>();
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        started.#keep(line);
        if (ready.test(line)) isReady.resolve();
      });
    // The last lines may arrive after `exit`.
    child.once('close', () => isReady.reject(new Error('it ended')));
    try {
      await withTimeout(START_MS, 'starting', isReady.promise);
    } catch (error) {
      await started.kill();
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${name} did not start: ${reason}\n${started.lastLines().join('\n')}`);
    }
    return started;
  }

  /** How it ended; null while it runs. */
  get exit(): Exit | null {
    return this.#exit;
  }

  /** Its last lines of output, from both streams. */
  lastLines(count = 10): string[] {
    return this.#lines.slice(-count);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Pauses it like a stalled machine: it keeps its connections and does not respond. */
  pause(): void {
    this.signal('SIGSTOP');
  }

  resume(): void {
    this.signal('SIGCONT');
  }

  /** Kills it without cleanup. */
  kill(): Promise<Exit> {
    this.signal('SIGKILL');
    return this.exited;
  }

  /**
   * Ends it like an operator.
   *
   * @throws Error when it takes longer and is killed.
   */
  async end(ms: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
    this.resume();
    this.signal(signal);
    try {
      return await withTimeout(ms, `ending process ${this.pid}`, this.exited);
    } catch (error) {
      await this.kill();
      throw error;
    }
  }

  #keep(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > LINES_KEPT) this.#lines.shift();
  }
}
