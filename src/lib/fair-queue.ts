export interface FairQueueLimits {
  /** Tasks that run at once. */
  width: number;
  /** Tasks of one key that run at once. */
  perKey: number;
  /** Tasks that wait. */
  waiting: number;
  /** Longest wait, in milliseconds. */
  waitMs: number;
}

/** Why a task is refused: the queue is full, or it has waited too long. */
export type Refused = 'full' | 'late';

interface Waiting {
  keys: readonly string[];
  /** How many tasks of one of its keys ran or waited when it came. */
  rank: number;
  start: () => void;
  refuse: (why: Refused) => void;
}

/**
 * Runs a limited number of tasks at once. Of those that wait, the one whose keys had the fewest tasks before it is next:
 * someone with a single task does not wait for the hundreds of another, by whichever key they have in common. A full
 * queue refuses the task with the most before it, and one that waited too long is refused.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #refusal: (why: Refused) => Error;
  /** Tasks by key: running, and including waiting ones. */
  readonly #running = new Map<string, number>();
  readonly #present = new Map<string, number>();
  /** By rank, then in the order of arrival. */
  readonly #waiting: Waiting[] = [];
  #width = 0;

  /** @param refusal creates the error for a refused task */
  constructor(limits: FairQueueLimits, refusal: (why: Refused) => Error) {
    this.#limits = limits;
    this.#refusal = refusal;
  }

  /**
   * Runs a task in its turn.
   *
   * @param keys whom the task belongs to, such as an account and an address; none for the process itself
   * @throws the refusal
   */
  async run<T>(keys: readonly string[], task: () => Promise<T>): Promise<T> {
    const rank = Math.max(0, ...keys.map((key) => this.#present.get(key) ?? 0));
    count(this.#present, keys, 1);
    try {
      if (this.#fits(keys)) this.#enter(keys);
      else await this.#turn(keys, rank);
      try {
        return await task();
      } finally {
        this.#width -= 1;
        count(this.#running, keys, -1);
      }
    } finally {
      count(this.#present, keys, -1);
      this.#startNext();
    }
  }

  #fits(keys: readonly string[]): boolean {
    const { width, perKey } = this.#limits;
    return this.#width < width && keys.every((key) => (this.#running.get(key) ?? 0) < perKey);
  }

  #enter(keys: readonly string[]): void {
    this.#width += 1;
    count(this.#running, keys, 1);
  }

  #turn(keys: readonly string[], rank: number): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting) {
      const last = this.#waiting.at(-1);
      if (!last || last.rank <= rank) throw this.#refusal('full');
      last.refuse('full');
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(limit);
        this.#waiting.splice(this.#waiting.indexOf(own), 1);
      };
      const own: Waiting = {
        keys,
        rank,
        start: () => {
          leave();
          this.#enter(keys);
          resolve();
        },
        refuse: (why) => {
          leave();
          reject(this.#refusal(why));
        },
      };
      const limit = setTimeout(() => own.refuse('late'), this.#limits.waitMs).unref();
      const place = this.#waiting.findLastIndex((other) => other.rank <= rank) + 1;
      this.#waiting.splice(place, 0, own);
    });
  }

  #startNext(): void {
    if (this.#width < this.#limits.width) this.#waiting.find(({ keys }) => this.#fits(keys))?.start();
  }
}

function count(counts: Map<string, number>, keys: readonly string[], change: number): void {
  for (const key of keys) {
    const now = (counts.get(key) ?? 0) + change;
    if (now === 0) counts.delete(key);
    else counts.set(key, now);
  }
}
