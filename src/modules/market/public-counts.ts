import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Condition, where } from '../../db/query.ts';
import type { ReadPool } from '../../db/read-servers/read-pool.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { LATEST_SEQUENCE } from '../changes/market-sequence.ts';
import type { NameIndex } from '../name-search/name-index.ts';
import { addedSales } from './added-sales.ts';
import type { PublicColumns } from './columns/public-columns.ts';
import type { FoundPage, PageBounds, PageOrder } from './columns/sale-columns.ts';
import { publicConditions, type SaleFilter, withNames } from './sale.filter.ts';

const ENTRIES = 10_000;

interface Counted {
  total: number;
  /** The number of the last change that it includes. */
  sequence: number;
}

interface PublicCountsOptions {
  reads: ReadPool;
  changeFeed: Pick<ChangeFeed, 'fresh' | 'since'>;
  columns: PublicColumns;
  names: Pick<NameIndex, 'of'>;
}

/**
 * Exact counts of public sales, made in memory where that is possible (`PublicColumns`). Those of PostgreSQL are cached for
 * each filter and updated incrementally: when sales were only added, it adds the number of those that match the filter;
 * after any other change, it counts again. A count is at least as current as the time of the call.
 */
export class PublicCounts {
  readonly #options: PublicCountsOptions;
  readonly #counts = new LRUCache<string, Counted>({ max: ENTRIES });
  readonly #counting = new Map<string, Promise<Counted>>();

  constructor(options: PublicCountsOptions) {
    this.#options = options;
  }

  async matching(filter: SaleFilter): Promise<number> {
    const { columns, changeFeed } = this.#options;
    const total = await columns.total(filter, await changeFeed.fresh());
    return total ?? this.#inDatabase(filter);
  }

  /** The same number, and the sales of a page of them if they are known. */
  async page(filter: SaleFilter, order: PageOrder, bounds: PageBounds): Promise<FoundPage> {
    const { columns, changeFeed } = this.#options;
    const found = await columns.page(filter, order, bounds, await changeFeed.fresh());
    return found ?? { total: await this.#inDatabase(filter), ids: null };
  }

  async #inDatabase(filter: SaleFilter): Promise<number> {
    return this.total(publicConditions(await withNames(this.#options, filter)));
  }

  /** The number of sales that match the conditions on a table named `s`; they must only match public sales. */
  async total(conditions: readonly Condition[]): Promise<number> {
    const { changeFeed } = this.#options;
    const key = this.#options.reads.keyOf(where(conditions));
    // A concurrent call may be counting already, but its count may have started too early for this call.
    for (let tries = 0; tries < 3; tries += 1) {
      const sequence = await changeFeed.fresh();
      const known = this.#counts.get(key);
      const added = known ? addedSales(changeFeed.since(known.sequence)) : null;
      if (known && added) return this.#keep(key, await this.#withAdded(known, sequence, added, conditions));
      const counting = this.#counting.get(key);
      if (!counting) break;
      await counting.catch(() => undefined);
    }
    return this.#keep(key, await this.#counted(key, conditions));
  }

  #keep(key: string, counted: Counted): number {
    this.#counts.set(key, counted);
    return counted.total;
  }

  async #withAdded(
    known: Counted,
    sequence: number,
    added: readonly number[],
    conditions: readonly Condition[],
  ): Promise<Counted> {
    if (added.length === 0) return known;
    const more = await this.#count([sql`s.sale_id = any(${added})`, ...conditions]);
    return { total: known.total + more.total, sequence };
  }

  #counted(key: string, conditions: readonly Condition[]): Promise<Counted> {
    const counting = this.#count(conditions).finally(() => this.#counting.delete(key));
    this.#counting.set(key, counting);
    return counting;
  }

  async #count(conditions: readonly Condition[]): Promise<Counted> {
    const [row] = await this.#options.reads.rows(sql<Counted>`
      select count(*) as total, ${sql.raw(LATEST_SEQUENCE)} as sequence from sale s ${where(conditions)}`);
    if (!row) throw new Error('A count returned no row.');
    return row;
  }
}
