import { LRUCache } from 'lru-cache';

export interface FairQueueLimits {
  /** Tasks that run at once. */
  width: number;
  /** Tasks of one key that run at once. */
  perKey: number;
  waiting: number;
  /** Longest wait, in milliseconds. */
  waitMs: number;
  /** How often tasks of one key start; without it, as often as there is room. */
  pace?: Pace;
}

/** `burst` tasks start immediately, later ones at `perSecond`. */
export interface Pace {
  burst: number;
  perSecond: number;
  /** How many tasks run at once for all keys that are ahead of their pace; without it, these tasks wait. */
  together?: number;
}

/** Why a task is refused: the queue is full, or it has waited too long. */
export type QueueRefusal = 'full' | 'late';

interface Waiting {
  keys: readonly string[];
  /** How many tasks of one of its keys ran or waited when it came. */
  rank: number;
  start: (now: number) => void;
  refuse: (why: QueueRefusal) => void;
}

/** Keys with a pace that are remembered. A forgotten one may start a burst again. */
const PACED_KEYS = 10_000;

/**
 * Runs a limited number of tasks at once. The next waiting task is the one whose keys had the fewest tasks before it, so a
 * single task does not wait for the hundreds of another caller, whichever key they share. A full queue refuses the task with
 * the most tasks before it; a task that waits too long is refused, too.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #refusal: (why: QueueRefusal) => Error;
  /** Tasks by key: running, and including waiting ones. */
  readonly #running = new Map<string, number>();
  readonly #present = new Map<string, number>();
  /** By rank, then in the order of arrival. */
  readonly #waiting: Waiting[] = [];
  /** When a key would be done with the tasks that it has started, at its rate; by the clock of `performance`. */
  #paced: LRUCache<string, number> | undefined;
  #width = 0;
  /** Of the running tasks, those that started ahead of their pace. */
  #ahead = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed: PromiseWithResolvers<void> | undefined;

  /** @param refusal creates the error for a refused task */
  constructor(limits: FairQueueLimits, refusal: (why: QueueRefusal) => Error) {
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
    if (this.#closed) throw this.#refusal('late');
    const rank = Math.max(0, ...keys.map((key) => this.#present.get(key) ?? 0));
    count(this.#present, keys, 1);
    try {
      const now = performance.now();
      const isAhead = this.#fits(keys, now) ? this.#enter(keys, now) : await this.#turn(keys, rank);
      try {
        return await task();
      } finally {
        this.#leave(keys, isAhead);
      }
    } finally {
      count(this.#present, keys, -1);
      this.#startNext();
    }
  }

  /** Refuses tasks that wait and later ones as late. Resolves when those that run have ended. */
  close(): Promise<void> {
    this.#closed ??= Promise.withResolvers();
    for (const waiting of [...this.#waiting]) waiting.refuse('late');
    if (this.#width === 0) this.#closed.resolve();
    return this.#closed.promise;
  }

  #fits(keys: readonly string[], now: number): boolean {
    const { width, perKey, pace } = this.#limits;
    if (this.#width >= width || keys.some((key) => (this.#running.get(key) ?? 0) >= perKey)) return false;
    return this.#pauseOf(keys, now) <= 0 || this.#ahead < (pace?.together ?? 0);
  }

  /** Milliseconds until the pace lets a task with these keys start. */
  #pauseOf(keys: readonly string[], now: number): number {
    const { pace } = this.#limits;
    if (!pace) return 0;
    const ahead = Math.max(0, ...keys.map((key) => this.#paced?.get(key) ?? 0)) - now;
    return ahead - ((pace.burst - 1) * 1000) / pace.perSecond;
  }

  /** @returns whether the task is ahead of its pace */
  #enter(keys: readonly string[], now: number): boolean {
    this.#width += 1;
    count(this.#running, keys, 1);
    const { pace } = this.#limits;
    if (!pace) return false;
    const isAhead = this.#pauseOf(keys, now) > 0;
    if (isAhead) this.#ahead += 1;
    // Made only for a pace, since it has its full size at once: every socket has a queue, without a pace.
    this.#paced ??= new LRUCache({ max: PACED_KEYS });
    for (const key of keys)
      this.#paced.set(key, Math.max(now, this.#paced.get(key) ?? 0) + 1000 / pace.perSecond);
    return isAhead;
  }

  #leave(keys: readonly string[], isAhead: boolean): void {
    this.#width -= 1;
    if (isAhead) this.#ahead -= 1;
    count(this.#running, keys, -1);
    if (this.#width === 0) this.#closed?.resolve();
  }

  /** Waits for its turn. @returns as `#enter` */
  #turn(keys: readonly string[], rank: number): Promise<boolean> {
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
        start: (now) => {
          leave();
          resolve(this.#enter(keys, now));
        },
        refuse: (why) => {
          leave();
          reject(this.#refusal(why));
        },
      };
      const limit = setTimeout(() => own.refuse('late'), this.#limits.waitMs).unref();
      const place = this.#waiting.findLastIndex((other) => other.rank <= rank) + 1;
      this.#waiting.splice(place, 0, own);
      this.#startNext();
    });
  }

  /** Starts every task that fits, and looks again when the pace lets another one start. */
  #startNext(): void {
    // One moment for all of it: a pause that ended between two checks would have no timer, and its task no start.
    const now = performance.now();
    for (let next = this.#next(now); next; next = this.#next(now)) next.start(now);
    clearTimeout(this.#timer);
    const pauses = this.#waiting.map(({ keys }) => this.#pauseOf(keys, now)).filter((pause) => pause > 0);
    if (pauses.length === 0) return;
    this.#timer = setTimeout(() => this.#startNext(), Math.min(...pauses)).unref();
  }

  #next(now: number): Waiting | undefined {
    if (this.#width >= this.#limits.width) return undefined;
    return this.#waiting.find(({ keys }) => this.#fits(keys, now));
  }
}

function count(counts: Map<string, number>, keys: readonly string[], change: number): void {
  for (const key of keys) {
    const now = (counts.get(key) ?? 0) + change;
    if (now === 0) counts.delete(key);
    else counts.set(key, now);
  }
}
