import { sql } from 'kysely';
import type { ReadPool } from '../../db/read-pool.ts';
import type { Change, ChangeFeed } from '../changes/change-feed.ts';
import { type Condition, where } from './sale.filter.ts';

/** Counts that are kept. */
const ENTRIES = 10_000;
/** New sales that are looked at one by one; of more, all are counted again. */
const ADDED = 500;

interface Counted {
  total: number;
  /** What the count has seen, as PostgreSQL tells it. */
  snapshot: string;
}

/** The new sales, when nothing else has happened; null when a count has to be made again. */
function addedIn(changes: readonly Change[] | null): number[] | null {
  if (!changes?.every(({ change }) => change === 'added')) return null;
  const ids = new Set(changes.flatMap(({ sale_id }) => sale_id ?? []));
  return ids.size <= ADDED ? [...ids] : null;
}

/**
 * Exact counts of public sales, made once for each filter and kept right by what has changed since: nothing, and the
 * count stands; new sales alone, and those that the filter lets through are added; anything else, and it is made again.
 * A count is as new as the moment at which it is asked for, or newer.
 */
export class PublicCounts {
  readonly #reads: ReadPool;
  readonly #changeFeed: Pick<ChangeFeed, 'fresh' | 'since'>;
  /** The one used last stands last. */
  readonly #counts = new Map<string, Counted>();
  /** Of conditions that are asked for again and again. */
  readonly #keys = new WeakMap<readonly Condition[], string>();
  readonly #counting = new Map<string, Promise<Counted>>();

  constructor(reads: ReadPool, changeFeed: Pick<ChangeFeed, 'fresh' | 'since'>) {
    this.#reads = reads;
    this.#changeFeed = changeFeed;
  }

  /** How many sales fulfil the conditions, which let public ones through alone, on a table named `s`. */
  async total(conditions: readonly Condition[]): Promise<number> {
    const key = this.#keyOf(conditions);
    // Counted by somebody else meanwhile: that may have begun too early for this one.
    for (let tries = 0; tries < 3; tries += 1) {
      const { snapshot } = await this.#changeFeed.fresh();
      const known = this.#counts.get(key);
      const added = known ? addedIn(this.#changeFeed.since(known.snapshot)) : null;
      if (known && added) return this.#keep(key, await this.#grown(known, snapshot, added, conditions));
      const counting = this.#counting.get(key);
      if (!counting) break;
      await counting.catch(() => undefined);
    }
    return this.#keep(key, await this.#counted(key, conditions));
  }

  #keyOf(conditions: readonly Condition[]): string {
    let key = this.#keys.get(conditions);
    if (key === undefined) {
      key = this.#reads.keyOf(where(conditions));
      this.#keys.set(conditions, key);
    }
    return key;
  }

  #keep(key: string, counted: Counted): number {
    this.#counts.delete(key);
    this.#counts.set(key, counted);
    for (const [oldest] of this.#counts) {
      if (this.#counts.size <= ENTRIES) break;
      this.#counts.delete(oldest);
    }
    return counted.total;
  }

  async #grown(
    { total, snapshot: before }: Counted,
    snapshot: string,
    added: readonly number[],
    conditions: readonly Condition[],
  ): Promise<Counted> {
    if (added.length === 0) return { total, snapshot: before };
    const [row] = await this.#reads.rows(sql<{ more: string }>`
      select count(*) as more from sale s ${where([sql`s.sale_id = any(${added})`, ...conditions])}`);
    return { total: total + Number(row?.more ?? 0), snapshot };
  }

  #counted(key: string, conditions: readonly Condition[]): Promise<Counted> {
    const counting = this.#count(conditions).finally(() => this.#counting.delete(key));
    this.#counting.set(key, counting);
    return counting;
  }

  async #count(conditions: readonly Condition[]): Promise<Counted> {
    const [row] = await this.#reads.rows(sql<{ total: string; snapshot: string }>`
      select count(*) as total, pg_current_snapshot()::text as snapshot from sale s ${where(conditions)}`);
    if (!row) throw new Error('A count came without a row.');
    return { total: Number(row.total), snapshot: row.snapshot };
  }
}
