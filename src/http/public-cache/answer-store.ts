import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';

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
export class AnswerStore {
  #moment: Moment = { sequence: 0, day: '' };
  readonly #answers: LRUCache<string, Answer>;
  #making = new Map<string, Promise<Answer | null>>();

  /** @param maxBytes with 0, nothing is cached */
  constructor(maxBytes: number) {
    this.#answers = new LRUCache({
      // A maximum of 0 would mean none.
      maxSize: Math.max(maxBytes, 1),
      sizeCalculation: (answer, key) => key.length * 2 + answer.bytes + OVERHEAD_BYTES,
    });
  }

  get size(): number {
    return this.#answers.size;
  }

  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  find(key: string, moment: Moment): Answer | undefined {
    return this.#isNow(moment) ? this.#answers.get(key) : undefined;
  }

  /** A response for that moment that is being created; it resolves with null when that fails. */
  making(key: string, moment: Moment): Promise<Answer | null> | undefined {
    return this.#isNow(moment) ? this.#making.get(key) : undefined;
  }

  /** Caches a response that was started after that moment, once it is complete. */
  async make(key: string, moment: Moment, made: Promise<Answer | null>): Promise<void> {
    const making = this.#isNow(moment) ? this.#making : undefined;
    making?.set(key, made);
    try {
      const answer = await made;
      if (answer && this.#isNow(moment)) this.#answers.set(key, answer);
    } finally {
      making?.delete(key);
    }
  }

  /** Updates the size of a cached response that has grown. */
  grown(key: string, answer: Answer): void {
    if (this.#answers.peek(key) !== answer) return;
    // The size of an entry is calculated once, when it is added.
    this.#answers.delete(key);
    this.#answers.set(key, answer);
  }

  #isNow(moment: Moment): boolean {
    const { sequence, day } = this.#moment;
    if (moment.sequence < sequence || moment.day < day) return false;
    if (moment.sequence > sequence || moment.day > day) {
      this.#moment = moment;
      this.#answers.clear();
      this.#making = new Map();
    }
    return true;
  }
}
