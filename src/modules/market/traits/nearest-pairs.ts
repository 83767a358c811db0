import { LIMITS } from '../../../contract/shared/limits.ts';

/** Two sales that are compared: one with the value of a trait, one without. */
export interface Pair<Sale> {
  with: Sale;
  without: Sale;
}

/** A sale in a row of sales, from which those that are paired are taken out. */
interface Place<Sale> {
  sale: Sale;
  has: boolean;
  isPaired: boolean;
  before: Place<Sale> | null;
  after: Place<Sale> | null;
}

function rowOf<Sale>(sales: readonly Sale[], has: (sale: Sale) => boolean): Place<Sale>[] {
  let before: Place<Sale> | null = null;
  return sales.map((sale) => {
    const place: Place<Sale> = { sale, has: has(sale), isPaired: false, before, after: null };
    if (before) before.after = place;
    before = place;
    return place;
  });
}

/**
 * Pairs sales with the value and sales without, each within its group, nearest in time first, each sale at most once and
 * at most `LIMITS.traitWorth.pairDays` days apart. The nearest pair of a row is always one of neighbours: so only neighbours are
 * compared, and when two leave the row, their neighbours become neighbours.
 *
 * @param groups each in the order of time; the order decides between equally near pairs
 */
export function nearestPairs<Sale extends { day: number }>(
  groups: readonly (readonly Sale[])[],
  has: (sale: Sale) => boolean,
): Pair<Sale>[] {
  /** The neighbours that may become a pair, by the number of days between them. */
  const near: [Place<Sale>, Place<Sale>][][] = Array.from(
    { length: LIMITS.traitWorth.pairDays + 1 },
    () => [],
  );
  const meet = (one: Place<Sale> | null, other: Place<Sale> | null) => {
    if (one && other && one.has !== other.has)
      near[Math.abs(one.sale.day - other.sale.day)]?.push([one, other]);
  };
  for (const group of groups) for (const place of rowOf(group, has)) meet(place.before, place);
  const pairs: Pair<Sale>[] = [];
  // New neighbours are at least as far apart as the pair between them, so they join this list or a later one.
  for (const found of near)
    for (const [one, other] of found) {
      if (one.isPaired || other.isPaired) continue;
      one.isPaired = true;
      other.isPaired = true;
      pairs.push(one.has ? { with: one.sale, without: other.sale } : { with: other.sale, without: one.sale });
      const { before } = one;
      const { after } = other;
      if (before) before.after = after;
      if (after) after.before = before;
      meet(before, after);
    }
  return pairs;
}
