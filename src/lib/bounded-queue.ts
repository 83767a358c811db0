/**
 * What waits for one reader, who may be slow: at most so many things. When there are more they are all forgotten, and
 * `missed` is what the reader finds in their place.
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

  /** Lets a reader who waits look around. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Resolves when something waits, or after `wake`. */
  ready(): Promise<void> {
    return this.#woken.promise;
  }

  /** The oldest thing that waits; undefined when nothing does. */
  take(): T | undefined {
    const thing = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#woken = Promise.withResolvers();
    return thing;
  }
}
