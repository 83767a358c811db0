import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ReadPool } from '../../db/read-pool.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { LATEST_SEQUENCE } from '../changes/market-sequence.ts';
import { addedSales } from './added-sales.ts';
import { type Condition, where } from './sale.filter.ts';

/** The most counts that are cached. */
const ENTRIES = 10_000;

/** Another way to count: the sales that are left out are subtracted from all. */
export interface Remainder {
  /** Conditions of many counts, so that theirs is usually cached. */
  all: readonly Condition[];
  /** The conditions of the sales that are left out, each of them in one part. */
  leftOut: readonly (readonly Condition[])[];
  /** Conditions that the same sales meet, for an estimate of their number. */
  isLeftOut: readonly Condition[];
}

interface Counted {
  total: number;
  /** The number of the last change that it includes. */
  sequence: number;
  /** It may include changes up to this number; each of them is looked at again by the next call. */
  seen: number;
}

interface CountRow {
  total: string;
  sequence: string;
}

/**
 * Exact counts of public sales, cached for each filter and updated incrementally: when sales were only added, it adds the
 * number of those that match the filter; after any other change, it counts again. A count is at least as current as the
 * time of the call.
 */
export class PublicCounts {
  readonly #reads: ReadPool;
  readonly #changeFeed: Pick<ChangeFeed, 'fresh' | 'since'>;
  readonly #counts = new LRUCache<string, Counted>({ max: ENTRIES });
  /** Cached keys of conditions that are used repeatedly. */
  readonly #keys = new WeakMap<readonly Condition[], string>();
  readonly #counting = new Map<string, Promise<Counted>>();

  constructor(reads: ReadPool, changeFeed: Pick<ChangeFeed, 'fresh' | 'since'>) {
    this.#reads = reads;
    this.#changeFeed = changeFeed;
  }

  /**
   * The number of sales that match the conditions on a table named `s`; the conditions must only match public sales.
   *
   * @param remainder the same sales, which are counted that way when fewer sales are left out
   */
  async total(conditions: readonly Condition[], remainder?: Remainder): Promise<number> {
    return (await this.#current(conditions, remainder)).total;
  }

  async #current(conditions: readonly Condition[], remainder?: Remainder): Promise<Counted> {
    const key = this.#keyOf(conditions);
    // A concurrent call may be counting already, but its count may have started too early for this call.
    for (let tries = 0; tries < 3; tries += 1) {
      const sequence = await this.#changeFeed.fresh();
      const known = this.#counts.get(key);
      const added = known ? addedSales(this.#changeFeed.since(known.sequence)) : null;
      if (known && added) return this.#keep(key, await this.#withAdded(known, sequence, added, conditions));
      const counting = this.#counting.get(key);
      if (!counting) break;
      await counting.catch(() => undefined);
    }
    return this.#keep(key, await this.#counted(key, conditions, remainder));
  }

  #keyOf(conditions: readonly Condition[]): string {
    let key = this.#keys.get(conditions);
    if (key === undefined) {
      key = this.#reads.keyOf(where(conditions));
      this.#keys.set(conditions, key);
    }
    return key;
  }

  #keep(key: string, counted: Counted): Counted {
    this.#counts.set(key, counted);
    return counted;
  }

  async #withAdded(
    known: Counted,
    sequence: number,
    added: readonly number[],
    conditions: readonly Condition[],
  ): Promise<Counted> {
    if (added.length === 0) return known;
    const more = await this.#count([sql`s.sale_id = any(${added})`, ...conditions]);
    return { total: known.total + more.total, sequence, seen: more.seen };
  }

  #counted(key: string, conditions: readonly Condition[], remainder?: Remainder): Promise<Counted> {
    const counting = this.#countBest(conditions, remainder).finally(() => this.#counting.delete(key));
    this.#counting.set(key, counting);
    return counting;
  }

  async #countBest(conditions: readonly Condition[], remainder?: Remainder): Promise<Counted> {
    if (remainder && (await this.#leavesOutFewer(remainder))) {
      // In this order: then nothing has changed between both when they include the same changes.
      const all = await this.#current(remainder.all);
      const leftOut = await this.#count(...remainder.leftOut);
      if (all.sequence === leftOut.sequence && all.seen === leftOut.seen)
        return { ...leftOut, total: all.total - leftOut.total };
    }
    return this.#count(conditions);
  }

  /** Compares estimates of the planner; when they are wrong, the count takes longer. */
  async #leavesOutFewer({ all, isLeftOut }: Remainder): Promise<boolean> {
    const [ofAll, leftOut] = await Promise.all([this.#estimate(all), this.#estimate(isLeftOut)]);
    return leftOut < ofAll / 2;
  }

  async #estimate(conditions: readonly Condition[]): Promise<number> {
    const [row] = await this.#reads.rows(sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
      explain (format json) select from sale s ${where(conditions)}`);
    if (!row) throw new Error('PostgreSQL returned no plan.');
    return row['QUERY PLAN'][0].Plan['Plan Rows'];
  }

  /** Counts the sales of sets of conditions that have no sale in common. */
  async #count(...sets: (readonly Condition[])[]): Promise<Counted> {
    const counts = sets.map((conditions) => sql`(select count(*) from sale s ${where(conditions)})`);
    const [row] = await this.#reads.rows(sql<CountRow>`
      select ${sql.join(counts, sql` + `)} as total, ${sql.raw(LATEST_SEQUENCE)} as sequence`);
    if (!row) throw new Error('A count returned no row.');
    const sequence = Number(row.sequence);
    return { total: Number(row.total), sequence, seen: sequence };
  }
}
