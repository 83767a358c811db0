import type { EntityManager } from '@mikro-orm/postgresql';
import { HOUR_MS } from '../../contract/shared/dates.ts';
import { query } from '../../db/query.ts';

/** How far the changes of sales were matched; see the entity for the columns. */
export interface Position {
  sequence: number;
  change_id: number;
  taken_at: Date;
  scan_from: Date | null;
  scan_to: Date | null;
  scan_sale: number;
}

type Stored = Record<keyof Position, string>;

/**
 * A scan starts this long before the position: a sale has the time of its decision, and its transaction may end long
 * after.
 */
const OVERLAP_MS = 12 * HOUR_MS;

const dateOf = (value: string | null): Date | null => (value === null ? null : new Date(value));

/** Reads the position. The caller holds the lock of the loop. @throws Error when it has no row */
export async function readPosition(em: EntityManager): Promise<Position> {
  const [row] = await query(em)<Stored>`select * from follow_position`;
  if (!row) throw new Error('follow_position has no row: restore it from a backup, or migrate again');
  return {
    sequence: Number(row.sequence),
    change_id: Number(row.change_id),
    taken_at: new Date(row.taken_at),
    scan_from: dateOf(row.scan_from),
    scan_to: dateOf(row.scan_to),
    scan_sale: Number(row.scan_sale),
  };
}

export async function storePosition(em: EntityManager, position: Position): Promise<void> {
  const { sequence, change_id, taken_at, scan_from, scan_to, scan_sale } = position;
  await query(
    em,
  )`update follow_position set sequence = ${sequence}, change_id = ${change_id}, taken_at = ${taken_at},
    scan_from = ${scan_from}, scan_to = ${scan_to}, scan_sale = ${scan_sale}`;
}

/** A scan of the sales that were approved since a position. */
export const scanTo = ({ taken_at }: Position, scan_to: Date): Partial<Position> => ({
  scan_from: new Date(taken_at.getTime() - OVERLAP_MS),
  scan_to,
  scan_sale: 0,
});

/** Before every change. */
export const BEGINNING = { sequence: 0, change_id: 0 } as const;

export const NO_SCAN = { scan_from: null, scan_to: null, scan_sale: 0 } as const;
