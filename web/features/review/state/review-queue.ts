import type { ReviewSale, ReviewUpdate } from '../../../../src/contract/review.ts';

/**
 * Submissions on a reviewer's desk: as they were loaded, with what has happened to them since. Whatever happens,
 * rows keep their places until the next load.
 */
export interface Desk {
  rows: readonly ReviewSale[];
  /** Decided or deleted since the load, here or by somebody else. */
  settled: ReadonlySet<number>;
  /** Submissions that came since the load; false for those that were decided in the meantime. */
  arrived: ReadonlyMap<number, boolean>;
}

type SaleUpdate = Extract<ReviewUpdate, { type: 'sale' }>;

export const EMPTY_DESK: Desk = { rows: [], settled: new Set(), arrived: new Map() };

/** A desk as it is right after the load. */
export const deskOf = (rows: readonly ReviewSale[]): Desk => ({ ...EMPTY_DESK, rows });

/** True for a sale that waits for a decision. */
export const isOpen = (sale: ReviewSale): boolean => sale.status === 'pending' && sale.deleted_at === null;

/** How many submissions came since the load and still wait. */
export const arrivals = ({ arrived }: Desk): number[] =>
  [...arrived].filter(([, waits]) => waits).map(([id]) => id);

const rowOf = (desk: Desk, id: number) => desk.rows.find((row) => row.sale_id === id);

/** True when an update tells too little: the sale's other fields are another version's. */
export function tellsTooLittle(desk: Desk, update: SaleUpdate): boolean {
  const row = rowOf(desk, update.sale_id);
  if (!row || update.version <= row.version) return false;
  return update.event === 'edited' || update.version > row.version + 1;
}

function withSettled(desk: Desk, id: number, settled: boolean): ReadonlySet<number> {
  if (desk.settled.has(id) === settled) return desk.settled;
  const next = new Set(desk.settled);
  if (settled) next.add(id);
  else next.delete(id);
  return next;
}

const replaceRow = (desk: Desk, sale: ReviewSale, settled: boolean): Desk => ({
  ...desk,
  rows: desk.rows.map((row) => (row.sale_id === sale.sale_id ? sale : row)),
  settled: withSettled(desk, sale.sale_id, settled),
});

/** Brings back into the queue, of what is not on the desk. An undone decision was in the queue before. */
const ARRIVING: readonly SaleUpdate['event'][] = ['submitted', 'returned', 'restored'];

function arrive(desk: Desk, { sale_id: id, event, status }: SaleUpdate): Desk {
  const waits = status === 'pending' && event !== 'deleted';
  const known = desk.arrived.has(id);
  if (!known && !(waits && ARRIVING.includes(event))) return desk;
  return { ...desk, arrived: new Map(desk.arrived).set(id, waits) };
}

/** The desk after a step in a sale's history. What is known already changes nothing. */
export function applyStep(desk: Desk, update: SaleUpdate): Desk {
  const row = rowOf(desk, update.sale_id);
  if (!row) return arrive(desk, update);
  // An edit's version comes with its fields, or what is on screen would pass for what it is not.
  if (update.version <= row.version || update.event === 'edited') return desk;
  const { status, version, by, at } = update;
  const deleted_at = update.event === 'deleted' ? at : update.event === 'restored' ? null : row.deleted_at;
  const decided =
    update.event === 'approved' || update.event === 'rejected'
      ? { by, at }
      : status === 'pending'
        ? null
        : row.decided;
  const review_notes = status === 'pending' ? null : row.review_notes;
  const sale: ReviewSale = { ...row, status, version, decided, review_notes, deleted_at };
  return replaceRow(desk, sale, !isOpen(sale));
}

/** Puts newer states of sales in the place of older ones; what is not on the desk stays away from it. */
export function putSales(desk: Desk, sales: readonly ReviewSale[]): Desk {
  return sales.reduce((now, sale) => {
    const row = rowOf(now, sale.sale_id);
    if (!row || sale.version < row.version) return now;
    const settled = !isOpen(sale) && (isOpen(row) || now.settled.has(sale.sale_id));
    return replaceRow(now, sale, settled);
  }, desk);
}

/** Counts those that are not on the desk as arrivals: nobody told of them one by one. */
export function noteArrivals(desk: Desk, sales: readonly ReviewSale[]): Desk {
  const unknown = sales.filter((sale) => isOpen(sale) && !rowOf(desk, sale.sale_id));
  if (unknown.length === 0) return desk;
  return {
    ...desk,
    arrived: new Map([...desk.arrived, ...unknown.map(({ sale_id }) => [sale_id, true] as const)]),
  };
}

/** Lays arrivals at the end of the desk, those that still wait. */
export function layDown(desk: Desk, sales: readonly ReviewSale[]): Desk {
  const more = sales.filter((sale) => isOpen(sale) && !rowOf(desk, sale.sale_id));
  const arrived = new Map(desk.arrived);
  for (const { sale_id } of sales) arrived.delete(sale_id);
  return { ...desk, rows: [...desk.rows, ...more], arrived };
}
