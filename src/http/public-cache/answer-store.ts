import type { Answer } from './answer.ts';

/** When an answer was right. */
export interface Moment {
  /** Of the market feed: grows with every change that visitors see. */
  version: number;
  /** The day of UTC: some answers count from today. */
  day: string;
}

/** What is kept of an answer beside its bytes: headers, maps, objects. */
const OVERHEAD_BYTES = 2_000;

interface Kept {
  answer: Answer;
  bytes: number;
}

/** Answers of one moment. A newer moment empties it, so that no answer is ever older than what was last asked for. */
export class AnswerStore {
  readonly #maxBytes: number;
  #moment: Moment = { version: 0, day: '' };
  /** The one used last stands last. */
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

  /** The answer of that moment; undefined when there is none. */
  find(key: string, moment: Moment): Answer | undefined {
    if (!this.#isNow(moment)) return undefined;
    const kept = this.#answers.get(key);
    if (!kept) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, kept);
    return kept.answer;
  }

  /** The answer of that moment that somebody else waits for; null in the end when it becomes none. */
  making(key: string, moment: Moment): Promise<Answer | null> | undefined {
    return this.#isNow(moment) ? this.#making.get(key) : undefined;
  }

  /** Keeps an answer that was begun after that moment, as soon as it is there. */
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

  /** Counts bytes that an answer has grown by. */
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
