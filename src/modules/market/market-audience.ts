import { setImmediate } from 'node:timers/promises';
import type { MarketUpdate } from '../../contract/market/market.ts';
import { filterPredicate, type ParsedFilter } from '../../contract/query/matches-filter.ts';
import { FilterIndex } from './filter-index.ts';
import { type Tick, updatesOf } from './market-updates.ts';

/** Pages that receive a tick in one turn of the event loop: sending to one takes 20 to 60 microseconds. */
const PAGES_A_TURN = 20;
/** How long sales are tried with filters in one turn of the event loop. */
const MATCHING_MS = 5;
/** A page without updates receives its position when it is this old, with the next tick. */
const POSITION_MS = 60_000;
/** Positions that are sent with one tick. Those of the other pages follow with the next ticks. */
const POSITIONS_A_TICK = 500;

/** A tick as it concerns the pages with one filter. */
export interface Delivery {
  tick: Tick;
  /** Shared by these pages; empty when the tick only carries their position. */
  updates: readonly MarketUpdate[];
}

export type Receive = (delivery: Delivery) => void;

interface Group {
  key: string;
  passes: ReturnType<typeof filterPredicate>;
  pages: Set<Page>;
}

interface Page {
  group: Group;
  receive: Receive;
  /** When it last received something, in milliseconds since 1970. */
  sentAt: number;
}

/**
 * The open pages of a process, grouped by their filter. An added sale costs nothing for the pages whose filter does not
 * match it: the filters are in an index.
 */
export class MarketAudience {
  readonly #groups = new Map<string, Group>();
  readonly #index = new FilterIndex<Group>();
  /** Those that have received nothing for the longest time come first. */
  readonly #pages = new Set<Page>();

  get size(): number {
    return this.#pages.size;
  }

  /** @param now in milliseconds since 1970 @returns a function that removes the page */
  add(filter: ParsedFilter, receive: Receive, now: number): () => void {
    const group = this.#groupOf(filter);
    const page = { group, receive, sentAt: now };
    group.pages.add(page);
    this.#pages.add(page);
    return () => {
      this.#pages.delete(page);
      group.pages.delete(page);
      if (group.pages.size === 0) this.#remove(group);
    };
  }

  /**
   * Delivers a tick, in short turns of the event loop, so that any number of pages delays other work only by the time of a
   * few.
   *
   * @param now in milliseconds since 1970
   * @param today in UTC, `YYYY-MM-DD`
   */
  async deliver(tick: Tick, now: number, today: string): Promise<void> {
    const matched = await this.#matched(tick, today);
    const unmatched = { tick, updates: updatesOf(tick, () => false) };
    // What removes a sale from one page, or cannot be delivered one by one, concerns all of them.
    const groups = unmatched.updates.length > 0 ? [...this.#groups.values()] : [...matched.keys()];
    let sent = 0;
    const send = async (page: Page, delivery: Delivery) => {
      if (!this.#pages.delete(page)) return;
      page.sentAt = now;
      this.#pages.add(page);
      page.receive(delivery);
      sent += 1;
      if (sent % PAGES_A_TURN === 0) await setImmediate();
    };
    for (const group of groups) {
      const sales = matched.get(group);
      const delivery = sales
        ? { tick, updates: updatesOf(tick, ({ sale_id }) => sales.has(sale_id)) }
        : unmatched;
      if (delivery.updates.length === 0) continue;
      for (const page of [...group.pages]) await send(page, delivery);
    }
    for (const page of this.#due(now)) await send(page, { tick, updates: [] });
  }

  #groupOf(filter: ParsedFilter): Group {
    const key = JSON.stringify(filter);
    const known = this.#groups.get(key);
    if (known) return known;
    const group = { key, passes: filterPredicate(filter), pages: new Set<Page>() };
    this.#groups.set(key, group);
    this.#index.add(group, filter);
    return group;
  }

  #remove(group: Group): void {
    // A later page with the same filter may have formed a group already.
    if (this.#groups.get(group.key) === group) this.#groups.delete(group.key);
    this.#index.delete(group);
  }

  /**
   * The groups whose filter matches a sale of the tick, with the ids of these sales. Pages that come meanwhile may be left
   * out: the position that they start from includes the tick.
   */
  async #matched({ sales, withdrawn }: Tick, today: string): Promise<Map<Group, Set<number>>> {
    const matched = new Map<Group, Set<number>>();
    let began = performance.now();
    for (const sale of [...sales.values(), ...withdrawn.values()])
      for (const group of this.#index.candidates(sale)) {
        if (performance.now() - began >= MATCHING_MS) {
          await setImmediate();
          began = performance.now();
        }
        if (!group.passes(sale, today)) continue;
        const ids = matched.get(group);
        if (ids) ids.add(sale.sale_id);
        else matched.set(group, new Set([sale.sale_id]));
      }
    return matched;
  }

  /** Pages that have received nothing for some time. */
  #due(now: number): Page[] {
    const due: Page[] = [];
    for (const page of this.#pages) {
      if (due.length === POSITIONS_A_TICK || now - page.sentAt < POSITION_MS) break;
      due.push(page);
    }
    return due;
  }
}
