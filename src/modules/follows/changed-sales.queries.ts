import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { HOUR_MS } from '../../contract/shared/dates.ts';
import { query, where } from '../../db/query.ts';
import type { SaleChangeType } from '../changes/sale-change.entity.ts';
import { visibleTo } from '../market/sale.filter.ts';
import type { SaleRow } from '../market/sale.presenter.ts';
import { SALE_COLUMNS } from '../market/sale.queries.ts';
import { DEMO_KEY } from '../sales/sale.entity.ts';

/** How far the changes of sales were matched; see the entity for the columns. */
export interface Position {
  sequence: number;
  change_id: number;
  taken_at: string;
  scan_from: string | null;
  scan_to: string | null;
  scan_sale: number;
}

/**
 * A scan starts this long before the position: a sale has the time of its decision, and its transaction may end long
 * after.
 */
const OVERLAP_MS = 12 * HOUR_MS;

/** Reads the position. The caller holds the lock of the loop. @throws Error when it has no row */
export async function readPosition(em: EntityManager): Promise<Position> {
  const [row] = await query(em)<Position>`select * from follow_position`;
  if (!row) throw new Error('follow_position has no row: restore it from a backup, or migrate again');
  return row;
}

export async function storePosition(em: EntityManager, position: Position): Promise<void> {
  const { sequence, change_id, taken_at, scan_from, scan_to, scan_sale } = position;
  await query(
    em,
  )`update follow_position set sequence = ${sequence}, change_id = ${change_id}, taken_at = ${taken_at},
    scan_from = ${scan_from}, scan_to = ${scan_to}, scan_sale = ${scan_sale}`;
}

/** A scan of the sales that were approved since a position. */
export const scanTo = ({ taken_at }: Position, scan_to: string): Partial<Position> => ({
  scan_from: new Date(Date.parse(taken_at) - OVERLAP_MS).toISOString(),
  scan_to,
  scan_sale: 0,
});

/** Before every change. */
export const BEGINNING = { sequence: 0, change_id: 0 } as const;

export const NO_SCAN = { scan_from: null, scan_to: null, scan_sale: 0 } as const;

/** A change; the sale is null for many at once, and for changes of the catalogue. */
interface SaleChangeRow {
  sequence: number;
  change_id: number;
  sale_id: number | null;
  change: SaleChangeType;
}

/** The next changes after a position, in the order of commits, up to the number `last`. */
export async function nextChanges(
  em: EntityManager,
  { sequence, change_id }: Pick<Position, 'sequence' | 'change_id'>,
  last: number,
  limit: number,
): Promise<SaleChangeRow[]> {
  return query(em)<SaleChangeRow>`
    select sequence, change_id, sale_id, change from sale_change
    where (sequence, change_id) > (${sequence}::bigint, ${change_id}::bigint) and sequence <= ${last}::bigint
    order by sequence, change_id limit ${limit}`;
}

/** Whether a change is still in the table; then so are all later ones. */
export async function isKept(em: EntityManager, { sequence }: Position): Promise<boolean> {
  const rows = await query(em)`select from sale_change where sequence = ${sequence} limit 1`;
  return rows.length > 0;
}

export interface ApprovedSale extends SaleRow {
  decided_at: string;
  /** Only follows that began before this time match the sale. */
  news_at: string;
}

/** A sale is news when it is approved. An imported one may be years old, so its day decides, from its beginning on. */
const NEWS_AT = sql`case when s.import_key is null or s.import_key like ${sql.lit(`${DEMO_KEY}%`)}
  then s.decided_at else s.date_sold::timestamp at time zone 'UTC' end as news_at`;

/** Those of some sales that are public, in the order of their ids. */
export async function publicSales(em: EntityManager, ids: readonly number[]): Promise<ApprovedSale[]> {
  if (ids.length === 0) return [];
  return query(em)<ApprovedSale>`select ${SALE_COLUMNS}, s.decided_at, ${NEWS_AT} from sale s
    ${where([...visibleTo(null), sql`s.sale_id = any(${[...ids]})`])} order by s.sale_id`;
}

/** The next public sales of a scan, in the order of their approval. */
export async function nextApproved(
  em: EntityManager,
  { scan_from, scan_sale, scan_to }: Pick<Position, 'scan_from' | 'scan_sale' | 'scan_to'>,
  limit: number,
): Promise<ApprovedSale[]> {
  return query(em)<ApprovedSale>`select ${SALE_COLUMNS}, s.decided_at, ${NEWS_AT} from sale s
    ${where([
      ...visibleTo(null),
      sql`(s.decided_at, s.sale_id) > (${scan_from}::timestamptz, ${scan_sale}::int)`,
      sql`s.decided_at <= ${scan_to}::timestamptz`,
    ])} order by s.decided_at, s.sale_id limit ${limit}`;
}
