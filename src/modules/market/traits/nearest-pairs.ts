import { PAIR_DAYS } from '../../../contract/market/trait-values.ts';

/** Two sales that are compared: one with the value of a trait, one without. */
export interface Pair<Sale> {
  with: Sale;
  without: Sale;
}

/**
 * Pairs sales with the value and sales without, nearest in time first, each sale at most once and at most `PAIR_DAYS`
 * days apart. The nearest pair of a row of sales is always one of neighbours: so only neighbours are compared, and when
 * two leave the row, their neighbours become neighbours.
 *
 * @param sales in the order of time, with a day number each; the order decides between equally near pairs
 */
export function nearestPairs<Sale extends { day: number }>(
  sales: readonly Sale[],
  has: (sale: Sale) => boolean,
): Pair<Sale>[] {
  const row = sales.map((sale, at) => ({
    sale,
    has: has(sale),
    before: at - 1,
    after: at + 1,
    isPaired: false,
  }));
  /** By the number of days between: the places of neighbours in the row. */
  const near: ([number, number][] | undefined)[] = [];
  const meet = (left: number, right: number) => {
    const [one, other] = [row[left], row[right]];
    if (!one || !other || one.has === other.has) return;
    const days = Math.abs(one.sale.day - other.sale.day);
    near[days] ??= [];
    near[days].push([left, right]);
  };
  for (let at = 1; at < row.length; at += 1) meet(at - 1, at);
  const pairs: Pair<Sale>[] = [];
  // New neighbours are at least as far apart as the pair between them, so they join this list or a later one.
  for (let days = 0; days <= PAIR_DAYS; days += 1)
    for (const [left, right] of near[days] ?? []) {
      const [one, other] = [row[left], row[right]];
      if (!one || !other || one.isPaired || other.isPaired) continue;
      one.isPaired = true;
      other.isPaired = true;
      pairs.push(one.has ? { with: one.sale, without: other.sale } : { with: other.sale, without: one.sale });
      const [before, after] = [row[one.before], row[other.after]];
      if (before) before.after = other.after;
      if (after) after.before = one.before;
      meet(one.before, other.after);
    }
  return pairs;
}
