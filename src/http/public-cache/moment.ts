import { todayUtc } from '../../contract/shared/dates.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Moment } from './response-cache.ts';

type Deps = Pick<Runtime, 'changeFeed' | 'clock' | 'config' | 'readServers'>;

/** Null when the cache is off, or when the database is unavailable, which the reads then report. Must not throw. */
type Callback = (moment: Moment | null) => void;

/** Requests that share a query for changes. */
interface Group {
  sequence: Promise<number>;
  callbacks: Callback[];
}

/**
 * Determines the moment of each request, by a query for changes that starts after the request arrived. Requests that share
 * a query are in one list: with a promise for each, they took more processor time.
 */
export class CurrentMoment {
  readonly #deps: Deps;
  #group: Group | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Calls back with the current moment, at least the caller's. @param brought the number that the caller sent */
  find(brought: number, callback: Callback): void {
    const { config, readServers } = this.#deps;
    if (config.answerCacheBytes === 0) callback(null);
    else if (readServers.isInFloor(brought)) this.#join(callback);
    else
      readServers.raiseFloor(brought).then(
        () => this.#join(callback),
        () => callback(null),
      );
  }

  #join(callback: Callback): void {
    const sequence = this.#deps.changeFeed.fresh();
    if (this.#group?.sequence !== sequence) this.#open(sequence);
    this.#group?.callbacks.push(callback);
  }

  #open(sequence: Promise<number>): void {
    const callbacks: Callback[] = [];
    this.#group = { sequence, callbacks };
    const settle = (moment: Moment | null) => {
      for (const callback of callbacks) callback(moment);
    };
    sequence.then(
      (latest) => settle({ sequence: latest, day: todayUtc(this.#deps.clock.now()) }),
      () => settle(null),
    );
  }
}
