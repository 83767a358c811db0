import type { ParsedFilter } from '../../contract/query/matches-filter.ts';
import { type AnySale, zAnySale } from '../../contract/sale/sale.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import type { ReadPool } from '../../db/read-servers/read-pool.ts';
import type { Events } from '../../events/events.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/process/logger.ts';
import type { Change, ChangeFeed, ChangesSince } from '../changes/change-feed.ts';
import { MarketAudience, type Receive } from './market-audience.ts';
import type { ChangedSales, Tick } from './market-updates.ts';
import { presentAnySale, type SaleRow } from './sale.presenter.ts';
import { publicRows, rowsOfAny } from './sale.queries.ts';

/** The least time between two deliveries. Changes within it are delivered together. */
const TICK_MS = 250;
/** The least time between a change and its delivery: bulk actions make several changes at once. */
const SETTLE_MS = 20;
/** The polling interval without events: raw SQL publishes none, and events may be lost. */
const POLL_MS = 2_000;
/** Changes of more sales at once are delivered as `many`. */
const READ_AT_ONCE = 1_000;

interface MarketLiveOptions {
  changeFeed: ChangeFeed;
  reads: ReadPool;
  events: Events;
  clock: Clock;
  logger: Logger;
}

const NO_SALES: Omit<ChangedSales, 'changes'> = { sales: new Map(), withdrawn: new Map() };

/** Validated here, once for all pages. */
const byId = (rows: readonly SaleRow[]): ReadonlyMap<number, AnySale> =>
  new Map(rows.map((row) => [row.sale_id, zAnySale.parse(presentAnySale(row, null))]));

/**
 * Delivers market changes to all open pages of one process. It queries the database and reads changed sales once for all
 * pages, and not at all while there are no listeners.
 */
export class MarketLive {
  readonly #options: MarketLiveOptions;
  readonly #audience = new MarketAudience();
  /** Releases the timer and subscriptions that exist while there are open pages. */
  #stop: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #ticking = false;
  /** Another tick was requested during one. */
  #again = false;
  /** When the last tick began, by the clock of `performance`. */
  #tickedAt = Number.NEGATIVE_INFINITY;
  #found: ChangesSince | undefined;

  constructor(options: MarketLiveOptions) {
    this.#options = options;
  }

  /**
   * Calls `receive` with what concerns a page with this filter, from now on, and with its position now and then.
   *
   * @returns a function that ends this
   */
  listen(filter: ParsedFilter, receive: Receive): () => void {
    const now = this.#options.clock.now().getTime();
    const leave = this.#audience.add(filter, this.#guarded(receive), now);
    if (this.#audience.size === 1) this.#begin();
    return () => {
      leave();
      if (this.#audience.size === 0) this.#end();
    };
  }

  get listening(): number {
    return this.#audience.size;
  }

  async salesOf(changes: readonly Change[] | null): Promise<ChangedSales> {
    const ofSales = changes?.filter(({ sale_id }) => sale_id !== null) ?? null;
    const ids = [...new Set(ofSales?.flatMap(({ sale_id }) => sale_id ?? []))];
    if (ofSales === null || ids.length > READ_AT_ONCE) return { changes: null, ...NO_SALES };
    if (!ids.length) return { changes: [], ...NO_SALES };
    const sales = byId(await publicRows(this.#options, ids));
    const others = ids.filter((id) => !sales.has(id));
    const withdrawn = byId(others.length > 0 ? await rowsOfAny(this.#options, others) : []);
    return { changes: ofSales, sales, withdrawn };
  }

  #begin(): void {
    const { changeFeed, events } = this.#options;
    const schedule = () => this.#schedule();
    const poll = setInterval(schedule, POLL_MS).unref();
    this.#stop = [
      () => clearInterval(poll),
      events.on('sale.changed', schedule),
      events.on('sales.changed', schedule),
      events.onGap(schedule),
      changeFeed.on(({ sequence, changes }) => {
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
    this.#again = this.#ticking;
    if (this.#ticking || this.#timer || this.#audience.size === 0) return;
    const wait = Math.max(SETTLE_MS, this.#tickedAt + TICK_MS - performance.now());
    this.#timer = setTimeout(() => void this.#tick(), wait).unref();
  }

  async #tick(): Promise<void> {
    this.#timer = undefined;
    this.#tickedAt = performance.now();
    this.#ticking = true;
    const found = await this.#newChanges();
    try {
      if (found)
        await this.#deliver({ sequence: found.sequence, ...(await this.#salesOrMany(found.changes)) });
    } catch (error) {
      this.#notDelivered(error);
    }
    this.#ticking = false;
    if (this.#again || this.#found) this.#schedule();
  }

  async #newChanges(): Promise<ChangesSince | undefined> {
    try {
      await this.#options.changeFeed.fresh();
    } catch (error) {
      // The next tick finds the same changes.
      this.#options.logger.debug({ err: error }, 'market changes could not be queried');
      return undefined;
    }
    const found = this.#found;
    this.#found = undefined;
    return found;
  }

  /** A page that fails must not prevent the delivery to others. */
  #guarded(receive: Receive): Receive {
    return (delivery) => {
      try {
        receive(delivery);
      } catch (error) {
        this.#notDelivered(error);
      }
    };
  }

  #notDelivered(err: unknown): void {
    this.#options.logger.error({ err }, 'market changes could not be delivered');
  }

  async #salesOrMany(changes: Change[] | null): Promise<ChangedSales> {
    try {
      return await this.salesOf(changes);
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'changed sales could not be read');
      return { changes: null, ...NO_SALES };
    }
  }

  async #deliver(tick: Tick): Promise<void> {
    if (tick.changes?.length === 0) return;
    const now = this.#options.clock.now();
    await this.#audience.deliver(tick, now.getTime(), todayUtc(now));
  }
}
