import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Scan } from '../../contract/admin/duplicates.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { isoTime } from '../../db/iso-time.ts';
import { query } from '../../db/query.ts';
import { traitColumns } from '../market/sale.filter.ts';
import type { SaleRow } from '../market/sale.presenter.ts';
import { SALE_COLUMNS } from '../market/sale.queries.ts';

/** The first current groups of a kind, and their total number. */
export interface CurrentGroups {
  groups: SaleRow[][];
  total: number;
}

/** Sales considered as duplicates. Rejected ones are not in the market, so they are ignored. */
const eligible = sql`s.deleted_at is null and s.status <> 'rejected'`;

/** Sales of a group have the same kind, name, price, day and traits (docs/product.md "Flags"). */
const key = sql`s.name_key, s.price, s.date_sold, ${traitColumns('s')}`;

const lastScan = sql`(select max(scan_id) from duplicate_scan where status = 'done')`;

/** Enough to group a million sales in memory; set for one transaction. */
const SORT_MEMORY = '64MB';

/** The newest scan; undefined before the first one. */
export async function newestScan(em: EntityManager): Promise<Scan | undefined> {
  const [scan] = await query(em)<Scan>`
    select scan_id::text as job_id, status, progress, started as started_at, error,
      (select max(finished) from duplicate_scan where status = 'done') as scanned_at
    from duplicate_scan order by scan_id desc limit 1`;
  return (
    scan && {
      ...scan,
      started_at: scan.started_at && isoTime(scan.started_at),
      scanned_at: scan.scanned_at && isoTime(scan.scanned_at),
    }
  );
}

/** The id of the open scan, if any. */
export async function scanUnderWay(em: EntityManager): Promise<number | null> {
  const [row] = await query(em)<{ scan_id: number }>`select scan_id from duplicate_scan
    where status in ('waiting', 'running')`;
  return row?.scan_id ?? null;
}

/** Opens a scan; null when one is already open. */
export async function openScan(
  em: EntityManager,
  requestedName: string | null,
  at: Date,
): Promise<number | null> {
  const [row] = await query(em)<{ scan_id: number }>`
    insert into duplicate_scan (status, requested_name, created) values ('waiting', ${requestedName}, ${at})
    on conflict do nothing returning scan_id`;
  return row?.scan_id ?? null;
}

/**
 * Finds the groups of a kind among all sales and stores them for the scan, in the caller's transaction. It takes no
 * locks on the sales, so it does not block writers.
 */
export async function findGroups(em: EntityManager, scanId: number, kind: SaleKind): Promise<void> {
  await query(em)`select set_config('work_mem', ${SORT_MEMORY}, true)`;
  await query(em)`insert into duplicate_group (scan_id, kind, sale_ids)
    select ${scanId}::int, ${kind}::text, array_agg(s.sale_id)
    from sale s where s.kind = ${kind} and ${eligible} group by ${key} having count(*) > 1`;
}

/** Deletes the groups of all other scans. */
export async function deleteOtherGroups(em: EntityManager, scanId: number): Promise<void> {
  await query(em)`delete from duplicate_group where scan_id <> ${scanId}`;
}

/**
 * The groups of the last completed scan that still hold, newest days first. Leaves out sales that were deleted,
 * rejected or changed since, groups in which fewer than two sales remain, and dismissed ones.
 */
export async function currentGroups(
  em: EntityManager,
  kind: SaleKind,
  limit: number,
): Promise<CurrentGroups> {
  const found = await query(em)<{ sale_ids: number[]; total: number }>`
    select array_agg(s.sale_id order by s.date_submitted, s.sale_id) as sale_ids, (count(*) over ())::int as total
    from duplicate_group g join sale s on s.sale_id = any(g.sale_ids)
    where g.scan_id = ${lastScan} and g.kind = ${kind} and ${eligible}
    group by g.group_id, ${key} having count(*) > 1
      and not exists (select from not_duplicates d where d.sale_ids @> array_agg(s.sale_id))
    order by s.date_sold desc, g.group_id limit ${limit}`;
  const ids = found.flatMap(({ sale_ids }) => sale_ids);
  const rows = await query(em)<SaleRow>`select ${SALE_COLUMNS} from sale s where s.sale_id = any(${ids})`;
  const sales = new Map(rows.map((row) => [row.sale_id, row]));
  return {
    groups: found.map(({ sale_ids }) => sale_ids.flatMap((id) => sales.get(id) ?? [])),
    total: found[0]?.total ?? 0,
  };
}

/** Records that these sales are no duplicates of each other. */
export async function dismissGroup(em: EntityManager, saleIds: readonly number[]): Promise<void> {
  await query(em)`insert into not_duplicates (sale_ids) values (${saleIds}::int[])`;
}

/** Forgets that, also when more sales were dismissed with them. @returns whether they were dismissed */
export async function undismissGroup(em: EntityManager, saleIds: readonly number[]): Promise<boolean> {
  const forgotten = await query(em)`delete from not_duplicates where sale_ids @> ${saleIds}::int[]
    returning dismissal_id`;
  return forgotten.length > 0;
}

/** The group of this sale in the last completed scan, including the sale; empty when it is in no group. */
export async function groupOf(em: EntityManager, saleId: number, kind?: SaleKind): Promise<number[]> {
  const [row] = await query(em)<{ sale_ids: number[] }>`select sale_ids from duplicate_group
    where scan_id = ${lastScan} and sale_ids @> array[${saleId}::int]
    ${kind ? sql`and kind = ${kind}` : sql``}`;
  return row?.sale_ids ?? [];
}

/** Those of the sales that still duplicate this one, including itself, oldest first. */
export async function stillAlike(
  em: EntityManager,
  saleId: number,
  among: readonly number[],
): Promise<number[]> {
  const rows = await query(em)<{
    sale_id: number;
  }>`select s.sale_id from sale s join sale t on t.sale_id = ${saleId}
    where s.sale_id = any(${among}) and ${eligible} and s.kind = t.kind and s.name_key = t.name_key
      and s.price = t.price and s.date_sold = t.date_sold
      and row(${traitColumns('s')}) is not distinct from row(${traitColumns('t')})
    order by s.date_submitted, s.sale_id`;
  return rows.map(({ sale_id }) => sale_id);
}
