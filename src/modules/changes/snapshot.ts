/**
 * A PostgreSQL snapshot has seen every transaction before `xmin`, none from `xmax` on, and of those in between all that
 * were not in progress. A later snapshot of the same database has seen everything that an earlier one has.
 */
export interface Snapshot {
  xmin: bigint;
  xmax: bigint;
  inProgress: ReadonlySet<bigint>;
}

const TEXT = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;
const LARGEST = 2n ** 63n - 1n;

/** Parses the text form of `pg_snapshot`; null for text that PostgreSQL would not produce. */
export function parseSnapshot(text: string): Snapshot | null {
  const [, low, high, list] = TEXT.exec(text) ?? [];
  if (low === undefined || high === undefined || list === undefined) return null;
  const [xmin, xmax] = [BigInt(low), BigInt(high)];
  const inProgress = list === '' ? [] : list.split(',').map(BigInt);
  if (xmin < 1n || xmin > xmax || xmax > LARGEST) return null;
  const inOrder = inProgress.every((xid, i) => {
    const before = i === 0 ? xmin - 1n : inProgress[i - 1];
    return before !== undefined && xid > before && xid < xmax;
  });
  return inOrder ? { xmin, xmax, inProgress: new Set(inProgress) } : null;
}

/** Whether a transaction had ended when the snapshot was taken. */
export const sees = (snapshot: Snapshot, xid: bigint): boolean =>
  xid < snapshot.xmin || (xid < snapshot.xmax && !snapshot.inProgress.has(xid));

/** Whether a snapshot has seen everything that another one has. */
export const covers = (snapshot: Snapshot, other: Snapshot): boolean =>
  snapshot.xmax >= other.xmax && [...snapshot.inProgress].every((xid) => !sees(other, xid));
