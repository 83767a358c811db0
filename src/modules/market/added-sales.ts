import type { Change } from '../changes/change-feed.ts';
import type { SaleChangeType } from '../changes/sale-change.entity.ts';

/** For more new sales than this, reading everything again is as fast as an incremental update. */
const MOST = 500;

/**
 * The ids of new sales when sales were only added; null when everything has to be read again.
 *
 * @param ignored changes that do not matter to the caller
 */
export function addedSales(
  changes: readonly Change[] | null,
  ignored: readonly SaleChangeType[] = [],
): number[] | null {
  if (!changes?.every(({ change }) => change === 'added' || ignored.includes(change))) return null;
  const ids = new Set(changes.flatMap(({ sale_id }) => sale_id ?? []));
  return ids.size <= MOST ? [...ids] : null;
}
