import { type ChildProcess, fork } from 'node:child_process';
import { hash } from 'node:crypto';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../../contract/shared/dates.ts';
import { type DomainError, unavailable } from '../../../lib/errors.ts';
import { FairQueue } from '../../../lib/fair-queue.ts';
import type { Logger } from '../../../lib/process/logger.ts';
import { ROOT } from '../../../lib/process/root.ts';
import type { Rendered, RenderRequest } from './render-process.ts';

export interface RendererLimits {
  /** Pictures that wait while one is drawn. */
  waiting: number;
  /** The longest wait, and the longest time for one picture, including the start of the process, in milliseconds. */
  waitMs: number;
  renderMs: number;
  /** The process ends after this time without a picture, in milliseconds. */
  idleMs: number;
  /** A process that uses more memory is replaced, in bytes. Its JavaScript heap is limited to `heapMb`. */
  maxMemory: number;
  heapMb: number;
  /** After this many failures in a row, no process is started for `restMs`. */
  failures: number;
  restMs: number;
  /** Pictures kept in memory, in bytes. */
  keptBytes: number;
}

export const RENDERER_LIMITS: RendererLimits = {
  waiting: 4,
  waitMs: 2_000,
  renderMs: 3_000,
  idleMs: 5 * MINUTE_MS,
  maxMemory: 256 * 1024 * 1024,
  heapMb: 48,
  failures: 3,
  restMs: 30_000,
  keptBytes: 16 * 1024 * 1024,
};

const PROCESS = path.join(ROOT, 'src/modules/cards/rendering/render-process.ts');

const noPicture = (retryAfter: number) =>
  unavailable('NO_PICTURE', 'The picture cannot be drawn now. Please try again.', { retryAfter });

/**
 * Draws SVG as PNG in a child process, one picture at a time. The process starts with the first picture and ends when
 * it is idle, so that a web process without cards needs no memory for them. After a crash, the next picture starts
 * another one. Equal SVG is served from memory.
 */
export class CardRenderer {
  readonly #logger: Logger;
  readonly #limits: RendererLimits;
  readonly #queue: FairQueue;
  readonly #kept: LRUCache<string, Buffer>;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #failures = 0;
  #restUntil = 0;
  #closed = false;

  constructor({ logger, limits = RENDERER_LIMITS }: { logger: Logger; limits?: RendererLimits }) {
    this.#logger = logger;
    this.#limits = limits;
    const { waiting, waitMs } = limits;
    this.#queue = new FairQueue({ width: 1, perKey: 1, waiting, waitMs }, () => noPicture(1));
    this.#kept = new LRUCache({ maxSize: limits.keptBytes, sizeCalculation: ({ length }) => length + 100 });
  }

  /** The id of the running process; undefined while there is none. */
  get processId(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Draws a picture.
   *
   * @param who whom it is for: of those that wait, the ones with the fewest pictures come first
   * @throws DomainError unavailable, with the seconds to wait, when too many wait, or the process fails or takes too long
   */
  async render(svg: string, who: string): Promise<Buffer> {
    const key = hash('sha256', svg, 'base64');
    const kept = this.#kept.get(key);
    if (kept) return kept;
    return this.#queue.run([who], async () => {
      const png = this.#kept.get(key) ?? (await this.#draw(svg));
      this.#kept.set(key, png);
      return png;
    });
  }

  /** Ends the process; pictures that are being drawn fail. */
  close(): void {
    this.#closed = true;
    this.#stop();
  }

  async #draw(svg: string): Promise<Buffer> {
    const rest = this.#restUntil - performance.now();
    if (this.#closed || rest > 0) throw noPicture(Math.max(1, Math.ceil(rest / 1000)));
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    const child = this.#child;
    try {
      const rendered = await this.#exchange(child, svg);
      if ('error' in rendered) throw new Error(rendered.error);
      this.#failures = 0;
      if (rendered.memory > this.#limits.maxMemory) this.#stop();
      else this.#idle = setTimeout(() => this.#stop(), this.#limits.idleMs).unref();
      const { buffer, byteOffset, byteLength } = rendered.png;
      return Buffer.from(buffer, byteOffset, byteLength);
    } catch (error) {
      this.#stop();
      throw this.#failed(error);
    }
  }

  #start(): ChildProcess {
    const { heapMb } = this.#limits;
    const child = fork(PROCESS, {
      execArgv: [`--max-old-space-size=${heapMb}`, '--expose-gc'],
      // It needs no setting and must not know a secret.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const forget = () => {
      if (this.#child === child) this.#child = undefined;
    };
    child.once('exit', forget).on('error', forget);
    // Neither keeps this process running; a picture that is being drawn has a timer.
    child.unref();
    child.channel?.unref();
    return child;
  }

  #exchange(child: ChildProcess, svg: string): Promise<Rendered> {
    const { promise, resolve, reject } = Promise.withResolvers<Rendered>();
    const onExit = (code: number | null, signal: string | null) =>
      reject(new Error(`The process ended with ${signal ?? code}`));
    const limit = setTimeout(
      () => reject(new Error(`No picture after ${this.#limits.renderMs} ms`)),
      this.#limits.renderMs,
    );
    child.once('message', resolve).once('exit', onExit).once('error', reject);
    const request: RenderRequest = { svg };
    child.send(request, (error) => error && reject(error));
    return promise.finally(() => {
      clearTimeout(limit);
      child.off('message', resolve).off('exit', onExit).off('error', reject);
    });
  }

  #failed(error: unknown): DomainError {
    const { failures, restMs } = this.#limits;
    this.#failures += 1;
    if (this.#closed) return noPicture(1);
    this.#logger.warn({ category: 'api', err: error }, 'a picture could not be drawn');
    if (this.#failures < failures) return noPicture(1);
    this.#failures = 0;
    this.#restUntil = performance.now() + restMs;
    return noPicture(Math.ceil(restMs / 1000));
  }

  #stop(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}
