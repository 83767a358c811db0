import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { covers, parseSnapshot, type Snapshot } from '../changes/snapshot.ts';

/** How far the changes of sales were matched; see the entity for the columns. */
export interface Position {
  snapshot: string;
  taken_at: Date;
  target: string | null;
  target_at: Date | null;
  after_change: string;
  scan_from: Date | null;
  scan_sale: number;
}

/** A snapshot of the database, and a moment at which it had been taken. */
export interface TakenSnapshot {
  text: string;
  snapshot: Snapshot;
  at: Date;
}

/** A target that was set. */
export type Advancing = Position & { target: string; target_at: Date };

const HOUR_MS = 3_600_000;
/**
 * Changes are kept for 24 hours. A position that is older than half of that may miss some, since a change can be recorded
 * long before its transaction ends. Then sales are read by their approval, from as long before the position.
 */
const TRUSTED_MS = 12 * HOUR_MS;
/** A position is stored this often while nothing changes. */
const STORED_EVERY_MS = 60_000;

const parsed = (text: string): Snapshot => {
  const snapshot = parseSnapshot(text);
  if (!snapshot) throw new Error(`follow_position has an invalid snapshot: ${text.slice(0, 100)}`);
  return snapshot;
};

/** Reads the position. The caller holds the lock of the loop. @throws Error when it has no row */
export async function readPosition(em: EntityManager): Promise<Position> {
  const [row] = await em.execute<Position[]>('select * from follow_position');
  if (!row) throw new Error('follow_position has no row: restore it from a backup, or migrate again');
  return { ...row, taken_at: new Date(row.taken_at), ...dates(row) };
}

const dates = ({ target_at, scan_from }: Position) => ({
  target_at: target_at && new Date(target_at),
  scan_from: scan_from && new Date(scan_from),
});

export async function storePosition(em: EntityManager, position: Position): Promise<void> {
  const { snapshot, taken_at, target, target_at, after_change, scan_from, scan_sale } = position;
  await sql`update follow_position set snapshot = ${snapshot}, taken_at = ${taken_at}, target = ${target},
    target_at = ${target_at}, after_change = ${after_change}, scan_from = ${scan_from}, scan_sale = ${scan_sale}`.execute(
    em.getKysely(),
  );
}

/** The start of a scan by approval that does not miss what changed since the position. */
export const scanStart = ({ taken_at }: Position): Date => new Date(taken_at.getTime() - TRUSTED_MS);

/**
 * The position on its way to a snapshot; null when it has seen everything that the snapshot has.
 *
 * @param newest a newer snapshot of this database; a position that has seen more is of another one
 */
export function advanceTo(
  position: Position,
  target: TakenSnapshot,
  newest: TakenSnapshot,
): Advancing | null {
  const seen = parsed(position.snapshot);
  const isForeign = seen.xmax > newest.snapshot.xmax;
  if (!isForeign && covers(seen, target.snapshot)) return null;
  const isTrusted = !isForeign && target.at.getTime() - position.taken_at.getTime() < TRUSTED_MS;
  return {
    ...position,
    target: target.text,
    target_at: target.at,
    after_change: '0',
    scan_from: isTrusted ? null : scanStart(position),
    scan_sale: 0,
  };
}

/** The position at its target. */
export const arrived = ({ target, target_at }: Advancing): Position => ({
  snapshot: target,
  taken_at: target_at,
  target: null,
  target_at: null,
  after_change: '0',
  scan_from: null,
  scan_sale: 0,
});

/** Whether a position without changes since is worth a write. */
export const isWorthStoring = ({ taken_at, target_at }: Advancing): boolean =>
  target_at.getTime() - taken_at.getTime() >= STORED_EVERY_MS;
