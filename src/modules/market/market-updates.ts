import { LIVE_ID_LENGTH, type MarketUpdate } from '../../contract/market/market.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import type { Change } from '../changes/change-feed.ts';
import { covers, parseSnapshot, type Snapshot, sees } from '../changes/snapshot.ts';
import type { News, Tick } from './market-live.ts';

/** More updates of one moment are told as `many`: a page that counts them on needs no more. */
const TOLD_ALONE = 100;

/** A place that no page was ever told: what follows it is `many`. */
const UNKNOWN = 'unknown';

/** Up to where a page has been told: a snapshot of the database, which is the id of what it was told. */
export class Told {
  #id: string | null;
  #snapshot: Snapshot | null;

  /** @param id as a page sends it that comes back; null for one that begins */
  constructor(id: string | null) {
    this.#snapshot = id === null ? null : parseSnapshot(id);
    this.#id = id === null || this.#snapshot ? id : UNKNOWN;
  }

  get isNowhere(): boolean {
    return this.#id === null;
  }

  get id(): string {
    return this.#id ?? UNKNOWN;
  }

  /** Never goes back: what came in between may be told after what was read since. */
  upTo(text: string): void {
    const snapshot = parseSnapshot(text);
    if (snapshot && !(this.#snapshot && covers(this.#snapshot, snapshot))) this.#set(text, snapshot);
  }

  /** Wherever it was: what a page says of that may be anything. */
  beginAt(text: string): void {
    const snapshot = parseSnapshot(text);
    if (snapshot) this.#set(text, snapshot);
  }

  #set(text: string, snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    // So many transactions at once that their numbers do not fit: from before all of them, something is told twice.
    this.#id = text.length <= LIVE_ID_LENGTH ? text : `${snapshot.xmin}:${snapshot.xmin}:`;
  }

  /** The changes of a tick that the page has not been told of. */
  unseen({ snapshot: text, changes }: Tick): Change[] | null {
    const told = this.#snapshot;
    const tick = parseSnapshot(text);
    if (!told || !tick) return changes;
    return covers(told, tick) ? [] : (changes?.filter(({ xid }) => !sees(told, xid)) ?? null);
  }
}

/**
 * What a page is told of changes. What counts is how a sale is now: an edited one that the filter lets through takes
 * its own place, and one that is no longer public, or edited so that the filter does not let it through, is removed;
 * whether the page ever had it is the page's to know.
 */
export function updatesOf({ changes, sales }: News, matches: (sale: AnySale) => boolean): MarketUpdate[] {
  if (changes === null) return [{ type: 'many' }];
  const bySale = Map.groupBy(changes, ({ sale_id }) => sale_id);
  const updates = [...bySale].flatMap(([sale_id, steps]): MarketUpdate[] => {
    if (sale_id === null) return [];
    const added = sales.get(sale_id);
    if (added && matches(added.sale)) return [added];
    return steps.every(({ change }) => change === 'added') ? [] : [{ type: 'removed', sale_id }];
  });
  return updates.length > TOLD_ALONE ? [{ type: 'many' }] : updates;
}
