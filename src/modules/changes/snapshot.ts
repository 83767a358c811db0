/**
 * What a snapshot of PostgreSQL has seen: every transaction before `xmin`, none from `xmax` on, and of those between
 * all but the ones that were under way. Of one database, the later snapshot has seen everything that the earlier has.
 */
export interface Snapshot {
  xmin: bigint;
  xmax: bigint;
  underWay: ReadonlySet<bigint>;
}

const TEXT = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;
const LARGEST = 2n ** 63n - 1n;

/** Reads what `pg_snapshot` looks like as text; null for anything that PostgreSQL would not have written. */
export function parseSnapshot(text: string): Snapshot | null {
  const [, low, high, list] = TEXT.exec(text) ?? [];
  if (low === undefined || high === undefined || list === undefined) return null;
  const [xmin, xmax] = [BigInt(low), BigInt(high)];
  const underWay = list === '' ? [] : list.split(',').map(BigInt);
  if (xmin < 1n || xmin > xmax || xmax > LARGEST) return null;
  const inOrder = underWay.every((xid, i) => {
    const before = i === 0 ? xmin - 1n : underWay[i - 1];
    return before !== undefined && xid > before && xid < xmax;
  });
  return inOrder ? { xmin, xmax, underWay: new Set(underWay) } : null;
}

/** Whether a transaction had committed, or failed, when the snapshot was taken. */
export const sees = (snapshot: Snapshot, xid: bigint): boolean =>
  xid < snapshot.xmin || (xid < snapshot.xmax && !snapshot.underWay.has(xid));

/** Whether a snapshot has seen everything that another one has. */
export const covers = (snapshot: Snapshot, other: Snapshot): boolean =>
  snapshot.xmax >= other.xmax && [...snapshot.underWay].every((xid) => !sees(other, xid));
