import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SaleAdded } from '../../contract/market/market.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import type { ReadPool } from '../../db/read-pool.ts';
import type { Events } from '../../events/events.ts';
import type { Logger } from '../../lib/process/logger.ts';
import type { Change, ChangeFeed, Since } from '../changes/change-feed.ts';
import { visibleTo, where } from './sale.filter.ts';
import { presentAnySale, type SaleRow } from './sale.presenter.ts';
import { SALE_COLUMNS } from './sale.queries.ts';

/** Changes within this time are delivered together. */
const TICK_MS = 250;
/** The polling interval without events: raw SQL publishes none, and events may be lost. */
const POLL_MS = 2_000;
/** Changes of more sales at once are delivered as `many`. */
const READ_AT_ONCE = 1_000;

/** Changes and the sales that they affect. */
export interface ChangedSales {
  /** Null when they cannot be delivered one by one. */
  changes: Change[] | null;
  /** The sales that are public now, as the update that all pages receive. */
  sales: ReadonlyMap<number, SaleAdded>;
}

type Matches = (sale: AnySale) => boolean;

/** The changes up to a number. */
export interface Tick extends ChangedSales {
  sequence: number;
  /** The same predicate, evaluated once per sale for all pages with the same filter. */
  once(filter: string, matches: Matches): Matches;
}

/** Remembers the results of each filter for the sales of one tick. */
function evaluatedOnce(): Tick['once'] {
  const byFilter = new Map<string, Map<number, boolean>>();
  return (filter, matches) => {
    const results = byFilter.get(filter) ?? new Map<number, boolean>();
    byFilter.set(filter, results);
    return (sale) => {
      const known = results.get(sale.sale_id) ?? matches(sale);
      results.set(sale.sale_id, known);
      return known;
    };
  };
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
 * Delivers market changes to all open pages of one process. It queries the database and reads changed sales once for all
 * pages, and not at all while there are no listeners.
 */
export class MarketLive {
  readonly #changeFeed: ChangeFeed;
  readonly #reads: ReadPool;
  readonly #events: Events;
  readonly #logger: Logger;
  readonly #listeners = new Set<(tick: Tick) => void>();
  /** Releases the timer and subscriptions that exist while there are listeners. */
  #stop: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #ticking = false;
  #found: Since | undefined;

  constructor({ changeFeed, reads, events, logger }: MarketLiveOptions) {
    this.#changeFeed = changeFeed;
    this.#reads = reads;
    this.#events = events;
    this.#logger = logger;
  }

  /** Calls the listener with all changes from now on. @returns a function that unsubscribes it */
  listen(listener: (tick: Tick) => void): () => void {
    const subscription = (tick: Tick) => listener(tick);
    this.#listeners.add(subscription);
    if (this.#listeners.size === 1) this.#begin();
    return () => {
      this.#listeners.delete(subscription);
      if (this.#listeners.size === 0) this.#end();
    };
  }

  /** The number of listeners. */
  get listening(): number {
    return this.#listeners.size;
  }

  /** Reads the sales that the changes affect. */
  async salesOf(changes: readonly Change[] | null): Promise<ChangedSales> {
    const ofSales = changes?.filter(({ sale_id }) => sale_id !== null) ?? null;
    const ids = [...new Set(ofSales?.map(({ sale_id }) => sale_id))];
    if (ofSales === null || ids.length > READ_AT_ONCE) return { changes: null, sales: NO_SALES };
    if (!ids.length) return { changes: [], sales: NO_SALES };
    const rows = await this.#reads.rows(
      sql<SaleRow>`select ${SALE_COLUMNS} from sale s ${where([...visibleTo(null), sql`s.sale_id = any(${ids})`])}`,
    );
    return { changes: ofSales, sales: new Map(rows.map((row) => [row.sale_id, added(row)])) };
  }

  #begin(): void {
    const schedule = () => this.#schedule();
    const poll = setInterval(schedule, POLL_MS).unref();
    this.#stop = [
      () => clearInterval(poll),
      this.#events.on('sale.changed', schedule),
      this.#events.on('sales.changed', schedule),
      this.#events.onGap(schedule),
      this.#changeFeed.on(({ sequence, changes }) => {
        const before = this.#found ? this.#found.changes : [];
        this.#found = { sequence, changes: before && changes && [...before, ...changes] };
        schedule();
      }),
    ];
    // Establishes the starting point before the first change.
    schedule();
  }

  #end(): void {
    for (const step of this.#stop) step();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#found = undefined;
  }

  #schedule(): void {
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
      if (found) {
        const changed = await this.#salesOrMany(found.changes);
        await this.#deliver({ sequence: found.sequence, once: evaluatedOnce(), ...changed });
      }
    } catch (error) {
      // The next tick finds the same changes.
      this.#logger.debug({ err: error }, 'Market changes could not be queried');
    }
    this.#ticking = false;
    if (this.#found) this.#schedule();
  }

  async #salesOrMany(changes: Change[] | null): Promise<ChangedSales> {
    try {
      return await this.salesOf(changes);
    } catch (error) {
      this.#logger.warn({ err: error }, 'Changed sales could not be read');
      return { changes: null, sales: NO_SALES };
    }
  }

  /**
   * Each listener has a turn of the event loop, in which it evaluates its filter and sends: any number of pages delays
   * other work only by the time of one.
   */
  async #deliver(tick: Tick): Promise<void> {
    if (tick.changes?.length === 0) return;
    for (const listener of [...this.#listeners]) {
      if (this.#listeners.has(listener)) listener(tick);
      await setImmediate();
    }
  }
}
