import type { MarketUpdate } from '../../contract/market/market.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import type { Change } from '../changes/change-feed.ts';

/** More updates of one tick are sent as `many`. */
const MAX_SINGLE_UPDATES = 100;

export interface ChangedSales {
  /** Null when they cannot be delivered one by one. */
  changes: Change[] | null;
  /** The sales that are public now. */
  sales: ReadonlyMap<number, AnySale>;
  /** The sales that are no longer public, which only filters may see. */
  withdrawn: ReadonlyMap<number, AnySale>;
}

export interface Tick extends ChangedSales {
  sequence: number;
}

/** A position that was never sent to a page; the updates since then are `many`. */
const UNKNOWN = -1;

/** The number of the last change that a page has received, as it sends it to resume. */
export const resumePosition = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : UNKNOWN);

/** Those changes of a tick that a page has not read from the database before. */
export const changesAfter = (position: number, { changes, ...sales }: ChangedSales): ChangedSales => ({
  changes: changes?.filter(({ sequence }) => sequence > position) ?? null,
  ...sales,
});

/**
 * The updates that a page receives for these changes, based on the current state of each sale: `added` for a public sale
 * that matches the filter, even if the page already shows it, and `removed` for one that is no longer public or no longer
 * matches, even if the page never showed it.
 */
export function updatesOf(
  { changes, sales, withdrawn }: ChangedSales,
  matches: (sale: AnySale) => boolean,
): MarketUpdate[] {
  if (changes === null) return [{ type: 'many' }];
  const bySale = Map.groupBy(changes, ({ sale_id }) => sale_id);
  const updates = [...bySale].flatMap(([sale_id, steps]): MarketUpdate[] => {
    if (sale_id === null) return [];
    const isNew = steps[0]?.change === 'added';
    const sale = sales.get(sale_id);
    if (sale && matches(sale)) return [{ type: 'added', sale, is_new: isNew }];
    if (steps.every(({ change }) => change === 'added')) return [];
    const before = isNew ? undefined : withdrawn.get(sale_id);
    return [{ type: 'removed', sale_id, was_listed: before !== undefined && matches(before) }];
  });
  return updates.length > MAX_SINGLE_UPDATES ? [{ type: 'many' }] : updates;
}
