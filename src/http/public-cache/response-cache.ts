import { LRUCache } from 'lru-cache';
import type { CachedResponse } from './cached-response.ts';

/** Identifies the state of the market that a response reflects. */
export interface Moment {
  /** The number of the last change that visitors can see. */
  sequence: number;
  /** The UTC day: some responses depend on the current date. */
  day: string;
}

/** Estimated memory of a cached response in addition to its bytes: headers, maps, objects. */
const OVERHEAD_BYTES = 2_000;

/** An LRU cache of responses for one moment. A newer moment empties it, so that no response is stale. */
export class ResponseCache {
  #moment: Moment = { sequence: 0, day: '' };
  readonly #cache: LRUCache<string, CachedResponse>;
  #making = new Map<string, Promise<CachedResponse | null>>();

  /** @param maxBytes with 0, nothing is cached */
  constructor(maxBytes: number) {
    this.#cache = new LRUCache({
      // A maximum of 0 would mean none.
      maxSize: Math.max(maxBytes, 1),
      sizeCalculation: (cached, key) => key.length * 2 + cached.bytes + OVERHEAD_BYTES,
    });
  }

  get size(): number {
    return this.#cache.size;
  }

  get bytes(): number {
    return this.#cache.calculatedSize;
  }

  find(key: string, moment: Moment): CachedResponse | undefined {
    return this.#isNow(moment) ? this.#cache.get(key) : undefined;
  }

  /** A response for that moment that is being created; it resolves with null when that fails. */
  making(key: string, moment: Moment): Promise<CachedResponse | null> | undefined {
    return this.#isNow(moment) ? this.#making.get(key) : undefined;
  }

  /** Caches a response that was started after that moment, once it is complete. */
  async make(key: string, moment: Moment, made: Promise<CachedResponse | null>): Promise<void> {
    const making = this.#isNow(moment) ? this.#making : undefined;
    making?.set(key, made);
    try {
      const cached = await made;
      if (cached && this.#isNow(moment)) this.#cache.set(key, cached);
    } finally {
      making?.delete(key);
    }
  }

  /** Updates the size of a cached response that has grown. */
  grown(key: string, cached: CachedResponse): void {
    if (this.#cache.peek(key) !== cached) return;
    // The size of an entry is calculated once, when it is added.
    this.#cache.delete(key);
    this.#cache.set(key, cached);
  }

  #isNow(moment: Moment): boolean {
    const { sequence, day } = this.#moment;
    if (moment.sequence < sequence || moment.day < day) return false;
    if (moment.sequence > sequence || moment.day > day) {
      this.#moment = moment;
      this.#cache.clear();
      this.#making = new Map();
    }
    return true;
  }
}
