/**
 * Runs at most `width` tasks concurrently and queues at most `queue`; refuses further tasks.
 */
export class Semaphore {
  readonly #width: number;
  readonly #queue: number;
  readonly #refuse: () => Error;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param refuse creates the error for a refused task */
  constructor(width: number, queue: number, refuse: () => Error) {
    this.#width = width;
    this.#queue = queue;
    this.#refuse = refuse;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) {
      if (this.#waiting.length >= this.#queue) throw this.#refuse();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
