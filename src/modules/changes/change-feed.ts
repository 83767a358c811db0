import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { QueryConfig } from 'pg';
import type { ReadServers } from '../../db/read-servers/read-servers.ts';
import { LATEST_SEQUENCE } from './market-sequence.ts';
import type { SaleChangeType } from './sale-change.entity.ts';

/** A row of `sale_change`. */
export interface Change {
  /** The number of its transaction, in the order of commits. */
  sequence: number;
  sale_id: number | null;
  change: SaleChangeType;
}

/** The changes after one number up to another. */
export interface ChangesSince {
  sequence: number;
  /** Null when unknown: too many changes, too long ago, or a number of another database. */
  changes: Change[] | null;
}

/** Changes that a process keeps in memory, and the maximum that one query reads. */
const REMEMBERED = 5_000;

/** How many turns of the event loop a query waits at most for further requests that share it. */
const MOST_TURNS = 8;

interface ChangeRow {
  latest: number;
  is_known: boolean;
  sequence: number | null;
  sale_id: number | null;
  change: SaleChangeType;
}

/**
 * Reads the changes after a number. All of them are in the table when that number is: old changes are deleted in order,
 * and no number is used twice.
 */
export const CHANGES = `
  select latest, latest = $1::bigint or exists (select from sale_change where sequence = $1::bigint) as is_known,
    c.sequence, c.sale_id, c.change
  from (select ${LATEST_SEQUENCE} as latest) as l
  left join (
    select sequence, sale_id, change from sale_change
    where sequence > $1::bigint order by sequence, change_id limit ${REMEMBERED + 1}
  ) c on true`;

/** Most checks find no change, so that each of them only reads the number. */
const LATEST = { name: 'latest_change', text: `select ${LATEST_SEQUENCE} as latest` };

type Servers = Pick<ReadServers, 'changes' | 'raiseFloor'>;

/**
 * Detects changes of what visitors see, made by any process or operator. It queries the database, because a client that
 * has received the approval of a sale must be able to find that sale. Its queries never wait for public reads.
 */
export class ChangeFeed {
  readonly #servers: Servers;
  readonly #listeners = new Set<(since: ChangesSince) => void>();
  #changedAt = performance.now();
  #latest: number | undefined;
  /** The changes after this number are in memory. */
  #horizon: number | undefined;
  /** In order. */
  #found: Change[] = [];
  readonly #answering = new AsyncLocalStorage<true>();
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<number> | undefined;
  /** Calls that share the next query. */
  #waiting = 0;

  constructor(servers: Servers) {
    this.#servers = servers;
  }

  /**
   * The number of the latest change, queried after this call. Later reads include it and, without standbys, everything
   * committed before the call, by any process. Calls made while a query is running share the next one. Within `answering`,
   * nothing is queried again.
   */
  fresh(): Promise<number> {
    if (this.#latest !== undefined && this.#answering.getStore()) return Promise.resolve(this.#latest);
    this.#waiting += 1;
    if (this.#next !== undefined) return this.#next;
    const next = this.#running
      .then(() => this.#waitForMoreCalls())
      .then(() => {
        this.#next = undefined;
        this.#waiting = 0;
        return this.#check();
      });
    this.#next = next;
    this.#running = next.catch(() => undefined);
    return next;
  }

  /** Runs `make`, which answers a request; `fresh` inside it reuses the number that was awaited after the request arrived. */
  answering<T>(make: () => Promise<T>): Promise<T> {
    return this.#answering.run(true, make);
  }

  /**
   * The changes after a number, up to the last `fresh` of this process, from memory.
   *
   * @returns null when not all of them are in memory: this process started later, there were too many, or it is not the
   *   number of a change.
   */
  since(sequence: number): Change[] | null {
    if (sequence === this.#latest) return [];
    const index = this.#found.findLastIndex((found) => found.sequence <= sequence);
    if (sequence !== (this.#found[index]?.sequence ?? this.#horizon)) return null;
    return this.#found.slice(index + 1);
  }

  /** As `since`, but queries the database for changes that are not in memory; with the number they lead up to. */
  async catchUp(sequence: number): Promise<ChangesSince> {
    await this.#servers.raiseFloor(sequence);
    await this.fresh();
    const changes = this.since(sequence);
    // Another query may have finished in the meantime.
    if (changes && this.#latest !== undefined) return { sequence: this.#latest, changes };
    return this.#read(sequence);
  }

  /** Milliseconds since this process last found a change, or started. */
  quietFor(): number {
    return performance.now() - this.#changedAt;
  }

  /** Calls the listener with the changes that each query finds, in order. @returns a function that unsubscribes it */
  on(listener: (since: ChangesSince) => void): () => void {
    const subscription = (since: ChangesSince) => listener(since);
    this.#listeners.add(subscription);
    return () => {
      this.#listeners.delete(subscription);
    };
  }

  /**
   * Waits until a turn of the event loop brings no further call, so that requests that are about to arrive share the query,
   * including those of clients that the last query has answered.
   */
  async #waitForMoreCalls(): Promise<void> {
    // The rest of this turn.
    await setImmediate();
    let before = 0;
    for (let turns = 0; turns < MOST_TURNS && this.#waiting > before; turns += 1) {
      before = this.#waiting;
      await setImmediate();
    }
  }

  /** Rows that contain the latest number; the query returns at least one. */
  #rows<Row extends { latest: number }>(query: QueryConfig): Promise<[Row, ...Row[]]> {
    return this.#servers.changes(
      async (client) => {
        const [first, ...others] = (await client.query<Row>(query)).rows;
        if (!first) throw new Error('The database returned no number');
        return [first, ...others];
      },
      ([{ latest }]) => latest,
    );
  }

  async #read(after: number): Promise<ChangesSince> {
    const rows = await this.#rows<ChangeRow>({ name: 'market_changes', text: CHANGES, values: [after] });
    const [first] = rows;
    const changes = rows.flatMap(({ sequence, sale_id, change }) =>
      sequence === null ? [] : [{ sequence, sale_id, change }],
    );
    const isComplete =
      first.is_known && changes.length <= REMEMBERED && !changes.some(({ change }) => change === 'many');
    return { sequence: first.latest, changes: isComplete ? changes : null };
  }

  async #check(): Promise<number> {
    const [{ latest: sequence }] = await this.#rows(LATEST);
    if (this.#latest === undefined) {
      this.#latest = sequence;
      this.#horizon = sequence;
    }
    if (this.#latest === sequence) return sequence;
    const since = await this.#read(this.#latest);
    this.#latest = since.sequence;
    this.#remember(since);
    if (since.changes?.length !== 0) {
      this.#changedAt = performance.now();
      for (const listener of [...this.#listeners]) listener(since);
    }
    return since.sequence;
  }

  #remember({ sequence, changes }: ChangesSince): void {
    if (changes === null) {
      this.#found = [];
      this.#horizon = sequence;
      return;
    }
    this.#found.push(...changes);
    const forgotten = this.#found[this.#found.length - REMEMBERED - 1];
    if (!forgotten) return;
    this.#horizon = forgotten.sequence;
    this.#found = this.#found.filter((found) => found.sequence > forgotten.sequence);
  }
}
