import { sql } from 'kysely';
import { SALE_KINDS, type SaleKind } from '../../../contract/sale/kinds.ts';
import { HOUR_MS } from '../../../contract/shared/dates.ts';
import { type Condition, where } from '../../../db/query.ts';
import type { ReadPool } from '../../../db/read-servers/read-pool.ts';
import type { Logger } from '../../../lib/process/logger.ts';
import type { ChangeFeed } from '../../changes/change-feed.ts';
import { type SaleFilter, UNFILTERED } from '../sale.filter.ts';
import { type ColumnRow, columnRow } from './column-fields.ts';
import { type FoundPage, type PageBounds, type PageOrder, SaleColumns } from './sale-columns.ts';

/** Sales that are read together: converting them blocks the event loop for some milliseconds. */
const BATCH = 1_000;
/** The most sales of a kind, which need 200 MB. */
const MOST_SALES = 5_000_000;
/** The pause between two loads: at least this long, and at least this many times as long as the last load. */
const MIN_RELOAD_MS = 5_000;
const RELOAD_PAUSE_FACTOR = 10;
/** The time between two checks of a market that has too many sales to load. */
const TOO_MANY_MS = HOUR_MS;

interface Loaded extends Record<SaleKind, SaleColumns> {
  /** The number of the last change that it includes. */
  sequence: number;
}

interface PublicColumnsOptions {
  reads: Pick<ReadPool, 'rows' | 'plannedRows'>;
  changeFeed: Pick<ChangeFeed, 'fresh' | 'since' | 'on'>;
  logger: Logger;
}

/**
 * Counts and finds public sales in memory. The sales are loaded in the background from the first count on; later, those that
 * have changed are read before a count. PostgreSQL counts until they are loaded, and loaded again after changes that are
 * unknown or of more than `BATCH` sales.
 */
export class PublicColumns {
  readonly #options: PublicColumnsOptions;
  #loaded: Loaded | undefined;
  #loading: Promise<void> | undefined;
  #loadAt = Number.NEGATIVE_INFINITY;
  #following: Promise<unknown> = Promise.resolve();
  /** Counts in progress, during which the sales must not change. */
  readonly #counting = new Set<Promise<unknown>>();

  constructor(options: PublicColumnsOptions) {
    this.#options = options;
    // This includes numbers that go back, after the promotion of a standby that lacked the latest changes.
    options.changeFeed.on(({ changes }) => {
      if (!changes) this.#loaded = undefined;
    });
  }

  /**
   * The number of sales that match a filter, at least as current as a change.
   *
   * @param sequence the number of the change, from `ChangeFeed.fresh`
   * @returns null when the sales are not in memory, or the filter compares what is not
   */
  async total(filter: SaleFilter, sequence: number): Promise<number | null> {
    const columns = await this.#columnsOf(filter, sequence);
    return columns ? this.#unchanged(columns.count(filter)) : null;
  }

  /** A page of them, see `SaleColumns.page`; null as in `total`. */
  async page(
    filter: SaleFilter,
    order: PageOrder,
    bounds: PageBounds,
    sequence: number,
  ): Promise<FoundPage | null> {
    const columns = await this.#columnsOf(filter, sequence);
    return columns ? this.#unchanged(columns.page(filter, order, bounds)) : null;
  }

  /** Lets the sales change only after this count. */
  async #unchanged<T>(counting: Promise<T>): Promise<T> {
    this.#counting.add(counting);
    try {
      return await counting;
    } finally {
      this.#counting.delete(counting);
    }
  }

  async #columnsOf({ kind }: SaleFilter, sequence: number): Promise<SaleColumns | undefined> {
    if (!kind) return undefined;
    if (this.#loaded && this.#loaded.sequence < sequence) {
      const following = this.#following.then(() => this.#follow(sequence));
      this.#following = following.catch(() => undefined);
      await following;
    }
    if (!this.#loaded) this.#load();
    return this.#loaded?.[kind];
  }

  sizes(): Partial<Record<SaleKind, number>> {
    const loaded = this.#loaded;
    return loaded ? Object.fromEntries(SALE_KINDS.map((kind) => [kind, loaded[kind].size])) : {};
  }

  /** Ends when a load that has begun ends. */
  async settled(): Promise<void> {
    await this.#loading;
  }

  async #follow(sequence: number): Promise<void> {
    const { changeFeed } = this.#options;
    const loaded = this.#loaded;
    if (!loaded || loaded.sequence >= sequence) return;
    // Ignore later changes: the standby that serves this call may not have them yet.
    const changes = changeFeed.since(loaded.sequence)?.filter((change) => change.sequence <= sequence);
    const ids = changes && [...new Set(changes.flatMap(({ sale_id }) => sale_id ?? []))];
    if (!ids || ids.length > BATCH) {
      this.#loaded = undefined;
      return;
    }
    const changed = sql`s.sale_id = any(${ids}::int[])`;
    const rows = ids.length > 0 ? await Promise.all(SALE_KINDS.map((kind) => this.#rows(kind, changed))) : [];
    // Counts that need the change wait for it, so that those in progress are the last ones before it.
    while (this.#counting.size > 0) await Promise.allSettled(this.#counting);
    try {
      SALE_KINDS.forEach((kind, index) => {
        for (const id of ids) loaded[kind].delete(id);
        for (const row of rows[index] ?? []) loaded[kind].put(row);
      });
      loaded.sequence = sequence;
    } catch (error) {
      this.#loaded = undefined;
      this.#failed(error);
    }
  }

  #failed(err: unknown): void {
    this.#options.logger.warn({ category: 'database', err }, 'sales cannot be counted in memory');
  }

  #load(): void {
    if (this.#loading || performance.now() < this.#loadAt) return;
    const started = performance.now();
    this.#loading = this.#loadAll()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        const ended = performance.now();
        this.#loading = undefined;
        this.#loadAt = Math.max(
          this.#loadAt,
          ended + Math.max(MIN_RELOAD_MS, RELOAD_PAUSE_FACTOR * (ended - started)),
        );
      });
  }

  async #loadAll(): Promise<void> {
    // Taken before the first sale is read: what changes during the load is read again afterwards.
    const sequence = await this.#options.changeFeed.fresh();
    const counts = { item: await this.#countOf('item'), pokemon: await this.#countOf('pokemon') };
    if (Math.max(counts.item, counts.pokemon) > MOST_SALES) {
      this.#loadAt = performance.now() + TOO_MANY_MS;
      return;
    }
    const loaded = { item: new SaleColumns('item'), pokemon: new SaleColumns('pokemon'), sequence };
    for (const kind of SALE_KINDS) {
      loaded[kind].reserve(counts[kind]);
      let last: number | undefined = 0;
      while (last !== undefined) {
        const rows = await this.#rows(kind, sql`s.sale_id > ${last}`);
        for (const row of rows) loaded[kind].put(row);
        last = rows.length < BATCH ? undefined : rows.at(-1)?.[0];
      }
    }
    if (this.#options.changeFeed.since(sequence)) this.#loaded = loaded;
  }

  async #countOf(kind: SaleKind): Promise<number> {
    const [row] = await this.#options.reads.rows(
      sql<{ count: number }>`select count(*) as count from sale s ${where(UNFILTERED[kind])}`,
    );
    return row?.count ?? 0;
  }

  async #rows(kind: SaleKind, condition: Condition): Promise<ColumnRow[]> {
    const [found] = await this.#options.reads.plannedRows(sql<{ rows: string }>`
      select coalesce(json_agg(${columnRow(kind)}), '[]')::text as rows from (
        select s.* from sale s ${where([...UNFILTERED[kind], condition])} order by s.sale_id limit ${BATCH}) as s`);
    return JSON.parse(found?.rows ?? '[]');
  }
}
