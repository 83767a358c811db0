import { sql } from 'kysely';
import type { SaleAdded } from '../../contract/market/market.ts';
import type { ReadPool } from '../../db/read-pool.ts';
import type { Events } from '../../events/events.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Change, ChangeFeed } from '../changes/change-feed.ts';
import { visibleTo, where } from './sale.filter.ts';
import { presentAnySale, type SaleRow } from './sale.presenter.ts';
import { SALE_COLUMNS } from './sale.queries.ts';

/** Changes of so long are told together. */
const TICK_MS = 250;
/** How often the database is asked without having been heard of: raw SQL tells no events, and events may be lost. */
const POLL_MS = 2_000;
/** Changes of more sales at once are told as `many`. */
const READ_AT_ONCE = 1_000;

/** Changes and the sales that they are of. */
export interface News {
  /** None when they cannot be told one by one. */
  changes: Change[] | null;
  /** Those that visitors see, as they are now, in the words that all pages are told. */
  sales: ReadonlyMap<number, SaleAdded>;
}

/** What has come up to a snapshot. */
export interface Tick extends News {
  snapshot: string;
}

export interface MarketLiveOptions {
  changeFeed: ChangeFeed;
  reads: ReadPool;
  events: Events;
  logger: Logger;
}

const NO_SALES: ReadonlyMap<number, SaleAdded> = new Map();

const added = (row: SaleRow): SaleAdded => ({ type: 'added', sale: presentAnySale(row, null) });

/**
 * Changes of the market for all open pages of one process: the database is asked, and changed sales are read, once for
 * all of them, and not at all while nobody listens.
 */
export class MarketLive {
  readonly #changeFeed: ChangeFeed;
  readonly #reads: ReadPool;
  readonly #events: Events;
  readonly #logger: Logger;
  readonly #listeners = new Set<(tick: Tick) => void>();
  /** Undoes what is done while somebody listens. */
  #stop: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #ticking = false;
  #found: { snapshot: string; changes: Change[] | null } | undefined;

  constructor({ changeFeed, reads, events, logger }: MarketLiveOptions) {
    this.#changeFeed = changeFeed;
    this.#reads = reads;
    this.#events = events;
    this.#logger = logger;
  }

  /** Calls the listener with everything that changes from now on; the answer stops it. */
  listen(listener: (tick: Tick) => void): () => void {
    const own = (tick: Tick) => listener(tick);
    this.#listeners.add(own);
    if (this.#listeners.size === 1) this.#begin();
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.#end();
    };
  }

  /** How many listen. */
  get listening(): number {
    return this.#listeners.size;
  }

  /** The sales that changes are of. */
  async news(changes: readonly Change[] | null): Promise<News> {
    const told = changes?.filter(({ sale_id }) => sale_id !== null) ?? null;
    const ids = [...new Set(told?.map(({ sale_id }) => sale_id))];
    if (told === null || ids.length > READ_AT_ONCE) return { changes: null, sales: NO_SALES };
    if (!ids.length) return { changes: [], sales: NO_SALES };
    const rows = await this.#reads.rows(
      sql<SaleRow>`select ${SALE_COLUMNS} from sale s ${where([...visibleTo(null), sql`s.sale_id = any(${ids})`])}`,
    );
    return { changes: told, sales: new Map(rows.map((row) => [row.sale_id, added(row)])) };
  }

  #begin(): void {
    const soon = () => this.#soon();
    const poll = setInterval(soon, POLL_MS).unref();
    this.#stop = [
      () => clearInterval(poll),
      this.#events.on('sale.changed', soon),
      this.#events.on('sales.changed', soon),
      this.#events.onGap(soon),
      this.#changeFeed.on(({ snapshot, changes }) => {
        const before = this.#found ? this.#found.changes : [];
        this.#found = { snapshot, changes: before && changes && [...before, ...changes] };
        soon();
      }),
    ];
    // Where it begins is known before anything is missed.
    soon();
  }

  #end(): void {
    for (const step of this.#stop) step();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#found = undefined;
  }

  #soon(): void {
    if (this.#ticking || this.#timer || !this.#listeners.size) return;
    this.#timer = setTimeout(() => void this.#tick(), TICK_MS).unref();
  }

  async #tick(): Promise<void> {
    this.#timer = undefined;
    this.#ticking = true;
    try {
      await this.#changeFeed.fresh();
      const found = this.#found;
      this.#found = undefined;
      if (found) this.#tell({ snapshot: found.snapshot, ...(await this.#newsOrMany(found.changes)) });
    } catch (error) {
      // The next one finds what this one would have found.
      this.#logger.debug({ err: error }, 'the market could not be looked at');
    }
    this.#ticking = false;
    if (this.#found) this.#soon();
  }

  async #newsOrMany(changes: Change[] | null): Promise<News> {
    try {
      return await this.news(changes);
    } catch (error) {
      this.#logger.warn({ err: error }, 'changed sales could not be read');
      return { changes: null, sales: NO_SALES };
    }
  }

  #tell(tick: Tick): void {
    if (tick.changes?.length === 0) return;
    for (const listener of [...this.#listeners]) listener(tick);
  }
}
