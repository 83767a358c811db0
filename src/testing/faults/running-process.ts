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
  /** A line on standard output or error that matches says that the process is ready. */
  ready: RegExp;
  options?: Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'>;
}

/** None outlives the process that started it, however that one ends. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A real process that tests end, kill, stop and continue. */
export class RunningProcess {
  readonly pid: number;
  /** Settles when the process has ended, whoever ended it. */
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
    // After `exit` the last lines may still be on their way.
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

  /** What it wrote last, to either stream. */
  lastLines(count = 10): string[] {
    return this.#lines.slice(-count);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Halts it as a stalled machine does: it keeps its connections and answers nothing. */
  pause(): void {
    this.signal('SIGSTOP');
  }

  resume(): void {
    this.signal('SIGCONT');
  }

  /** Ends it without a chance to tidy up. */
  kill(): Promise<Exit> {
    this.signal('SIGKILL');
    return this.exited;
  }

  /**
   * Ends it as an operator would.
   *
   * @throws Error when it takes longer; it is killed then.
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
