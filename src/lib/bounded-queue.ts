/**
 * A queue of bounded length for one reader that may be slow. On overflow all items are dropped and the reader gets null
 * in their place.
 */
export class BoundedQueue<T> {
  readonly #capacity: number;
  #items: (T | null)[] = [];
  #woken = Promise.withResolvers<void>();
  #isAwaited = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  push(item: T | null): void {
    if (this.#items.length < this.#capacity) this.#items.push(item);
    else this.#items = [null];
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
  take(): T | null | undefined {
    const item = this.#items.shift();
    if (this.#items.length === 0) this.#woken = Promise.withResolvers();
    return item;
  }
}
