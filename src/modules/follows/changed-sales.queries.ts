import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SaleChangeType } from '../changes/sale-change.entity.ts';
import { visibleTo, where } from '../market/sale.filter.ts';
import type { SaleRow } from '../market/sale.presenter.ts';
import { SALE_COLUMNS } from '../market/sale.queries.ts';
import type { Advancing } from './follow-position.ts';

/** A change of a sale; the sale is null for many at once. */
export interface SaleChangeRow {
  change_id: string;
  sale_id: number | null;
  change: SaleChangeType;
}

/** The next changes between the two snapshots of a position, in a fixed order. */
export async function nextChanges(
  em: EntityManager,
  { snapshot, target, after_change }: Advancing,
  limit: number,
): Promise<SaleChangeRow[]> {
  const { rows } = await sql<SaleChangeRow>`
    select change_id, sale_id, change from sale_change
    where xid >= pg_snapshot_xmin(${snapshot}::text::pg_snapshot)
      and not pg_visible_in_snapshot(xid, ${snapshot}::text::pg_snapshot)
      and pg_visible_in_snapshot(xid, ${target}::text::pg_snapshot)
      and change_id > ${after_change} and change in ('added', 'edited', 'many')
    order by change_id limit ${limit}`.execute(em.getKysely());
  return rows;
}

/** A public sale with its approval. */
export interface ApprovedSale extends SaleRow {
  decided_at: string;
}

/** Those of some sales that are public, in the order of their ids. */
export async function publicSales(em: EntityManager, ids: readonly number[]): Promise<ApprovedSale[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ApprovedSale>`select ${SALE_COLUMNS}, s.decided_at from sale s
    ${where([...visibleTo(null), sql`s.sale_id = any(${[...ids]})`])} order by s.sale_id`.execute(
    em.getKysely(),
  );
  return rows;
}

/** The next public sales in the order of their approval, up to the moment of the target. */
export async function nextApproved(
  em: EntityManager,
  { scan_from, scan_sale, target_at }: Advancing,
  limit: number,
): Promise<ApprovedSale[]> {
  const { rows } = await sql<ApprovedSale>`select ${SALE_COLUMNS}, s.decided_at from sale s
    ${where([
      ...visibleTo(null),
      sql`(s.decided_at, s.sale_id) > (${scan_from}::timestamptz, ${scan_sale}::int)`,
      sql`s.decided_at <= ${target_at}::timestamptz`,
    ])} order by s.decided_at, s.sale_id limit ${limit}`.execute(em.getKysely());
  return rows;
}
