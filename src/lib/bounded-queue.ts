/**
 * A queue of bounded length for one reader that may be slow. On overflow all items are dropped and the reader gets
 * `missed` in their place.
 */
export class BoundedQueue<T> {
  readonly #most: number;
  readonly #missed: T;
  #waiting: T[] = [];
  #woken = Promise.withResolvers<void>();

  constructor(most: number, missed: T) {
    this.#most = most;
    this.#missed = missed;
  }

  push(thing: T): void {
    if (this.#waiting.length < this.#most) this.#waiting.push(thing);
    else this.#waiting = [this.#missed];
    this.wake();
  }

  /** Wakes a waiting reader even when the queue is empty. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Resolves when the queue has an item, or after `wake`. */
  ready(): Promise<void> {
    return this.#woken.promise;
  }

  /** Removes and returns the oldest item; undefined when the queue is empty. */
  take(): T | undefined {
    const thing = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#woken = Promise.withResolvers();
    return thing;
  }
}
