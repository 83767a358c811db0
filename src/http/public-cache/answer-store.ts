import type { Answer } from './answer.ts';

/** Identifies the state of the market that a response reflects. */
export interface Moment {
  /** Version of the market feed: grows with every change that visitors can see. */
  version: number;
  /** The UTC day: some responses depend on the current date. */
  day: string;
}

/** Estimated memory of a cached response in addition to its bytes: headers, maps, objects. */
const OVERHEAD_BYTES = 2_000;

interface Kept {
  answer: Answer;
  bytes: number;
}

/** An LRU cache of responses for one moment. A newer moment empties it, so that no response is stale. */
export class AnswerStore {
  readonly #maxBytes: number;
  #moment: Moment = { version: 0, day: '' };
  /** In order of use, the most recent last. */
  #answers = new Map<string, Kept>();
  #making = new Map<string, Promise<Answer | null>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#answers.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The cached response for that moment, or undefined. */
  find(key: string, moment: Moment): Answer | undefined {
    if (!this.#isNow(moment)) return undefined;
    const kept = this.#answers.get(key);
    if (!kept) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, kept);
    return kept.answer;
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
      if (answer && this.#isNow(moment)) this.#keep(key, answer);
    } finally {
      making?.delete(key);
    }
  }

  /** Adds bytes by which a cached response has grown. */
  grown(key: string, answer: Answer, bytes: number): void {
    const kept = this.#answers.get(key);
    if (kept?.answer !== answer) return;
    kept.bytes += bytes;
    this.#bytes += bytes;
    this.#shrink();
  }

  #isNow(moment: Moment): boolean {
    const { version, day } = this.#moment;
    if (moment.version < version || moment.day < day) return false;
    if (moment.version > version || moment.day > day) {
      this.#moment = moment;
      this.#answers = new Map();
      this.#making = new Map();
      this.#bytes = 0;
    }
    return true;
  }

  #keep(key: string, answer: Answer): void {
    this.#drop(key);
    const bytes = key.length * 2 + answer.bytes + OVERHEAD_BYTES;
    this.#answers.set(key, { answer, bytes });
    this.#bytes += bytes;
    this.#shrink();
  }

  #drop(key: string): void {
    this.#bytes -= this.#answers.get(key)?.bytes ?? 0;
    this.#answers.delete(key);
  }

  #shrink(): void {
    for (const key of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(key);
    }
  }
}
