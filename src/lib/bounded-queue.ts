/**
 * A queue of bounded length for one reader that may be slow. On overflow all items are dropped and the reader gets
 * `missed` in their place.
 */
export class BoundedQueue<T> {
  readonly #capacity: number;
  readonly #missed: T;
  #items: T[] = [];
  #woken = Promise.withResolvers<void>();
  #isAwaited = false;

  constructor(capacity: number, missed: T) {
    this.#capacity = capacity;
    this.#missed = missed;
  }

  push(item: T): void {
    if (this.#items.length < this.#capacity) this.#items.push(item);
    else this.#items = [this.#missed];
    this.wake();
  }

  /** Wakes a waiting reader even when the queue is empty. */
  wake(): void {
    this.#isAwaited = false;
    this.#woken.resolve();
  }

  /** Whether the reader has taken all items and waits for the next one. */
  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  /** Resolves when the queue has an item, or after `wake`. */
  ready(): Promise<void> {
    this.#isAwaited = this.#items.length === 0;
    return this.#woken.promise;
  }

  /** Removes and returns the oldest item; undefined when the queue is empty. */
  take(): T | undefined {
    const item = this.#items.shift();
    if (this.#items.length === 0) this.#woken = Promise.withResolvers();
    return item;
  }
}
