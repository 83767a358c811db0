import { LIVE_ID_LENGTH, type MarketUpdate, type SaleAdded } from '../../contract/market/market.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import type { Change } from '../changes/change-feed.ts';
import { covers, parseSnapshot, type Snapshot, sees } from '../changes/snapshot.ts';

/** More updates of one tick are sent as `many`. */
const MAX_SINGLE_UPDATES = 100;

/** Changes and the sales that they affect. */
export interface ChangedSales {
  /** Null when they cannot be delivered one by one. */
  changes: Change[] | null;
  /** The sales that are public now, as the update that all pages receive. */
  sales: ReadonlyMap<number, SaleAdded>;
}

/** The changes up to a snapshot. */
export interface Tick extends ChangedSales {
  snapshot: string;
}

/** A position that was never sent to a page; the updates since then are `many`. */
const UNKNOWN = 'unknown';

/** The position up to which a page has received updates: a database snapshot, sent as the id of the update. */
export class PagePosition {
  #id: string | null;
  #snapshot: Snapshot | null;

  /** @param id as a reconnecting page sends it; null for a new page */
  constructor(id: string | null) {
    this.#snapshot = id === null ? null : parseSnapshot(id);
    this.#id = id === null || this.#snapshot ? id : UNKNOWN;
  }

  get isNew(): boolean {
    return this.#id === null;
  }

  get id(): string {
    return this.#id ?? UNKNOWN;
  }

  /** Moves forward only: a queued tick may be older than a position read from the database. */
  advanceTo(text: string): void {
    const snapshot = parseSnapshot(text);
    if (snapshot && !(this.#snapshot && covers(this.#snapshot, snapshot))) this.#set(text, snapshot);
  }

  /** Sets the position unconditionally, because the previous one came from the client and may be anything. */
  resetTo(text: string): void {
    const snapshot = parseSnapshot(text);
    if (snapshot) this.#set(text, snapshot);
  }

  #set(text: string, snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    // Too many transactions in progress for the id: use the position before all of them; some updates repeat.
    this.#id = text.length <= LIVE_ID_LENGTH ? text : `${snapshot.xmin}:${snapshot.xmin}:`;
  }

  /** The changes of a tick that the page has not received yet. */
  unseen({ snapshot: text, changes }: Pick<Tick, 'snapshot' | 'changes'>): Change[] | null {
    const received = this.#snapshot;
    const tick = parseSnapshot(text);
    if (!received || !tick) return changes;
    return covers(received, tick) ? [] : (changes?.filter(({ xid }) => !sees(received, xid)) ?? null);
  }
}

/**
 * The updates that a page receives for these changes, based on the current state of each sale: `added` for a public sale
 * that matches the filter, even if the page already shows it, and `removed` for one that is no longer public or no longer
 * matches, even if the page never showed it.
 */
export function updatesOf(
  { changes, sales }: ChangedSales,
  matches: (sale: AnySale) => boolean,
): MarketUpdate[] {
  if (changes === null) return [{ type: 'many' }];
  const bySale = Map.groupBy(changes, ({ sale_id }) => sale_id);
  const updates = [...bySale].flatMap(([sale_id, steps]): MarketUpdate[] => {
    if (sale_id === null) return [];
    const added = sales.get(sale_id);
    if (added && matches(added.sale)) return [added];
    return steps.every(({ change }) => change === 'added') ? [] : [{ type: 'removed', sale_id }];
  });
  return updates.length > MAX_SINGLE_UPDATES ? [{ type: 'many' }] : updates;
}
