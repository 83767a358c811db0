import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { query, values } from '../../db/query.ts';
import { traitColumns } from '../market/sale.filter.ts';
import type { SaleRow } from '../market/sale.presenter.ts';
import { SALE_COLUMNS } from '../market/sale.queries.ts';

/** Sales considered as duplicates. Rejected ones are not in the market, so they are ignored. */
const eligible = sql`s.deleted_at is null and s.status <> 'rejected'`;

/** Sales of a group have the same kind, name, price, day and traits (docs/product.md "Flags"). */
const key = sql`s.name_key, s.price, s.date_sold, ${traitColumns('s')}`;

const lastScan = sql`(select max(scan_id) from duplicate_scan where status = 'done')`;

/** Enough to group a million sales in memory; set for one transaction. */
const SORT_MEMORY = '64MB';

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

/**
 * The first groups of the last completed scan that still hold, newest days first, and their total number. Leaves out sales
 * that were deleted, rejected or changed since, groups in which fewer than two sales remain, and dismissed ones.
 */
export async function currentGroups(em: EntityManager, kind: SaleKind, limit: number) {
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

/** Whether these sales are left out of the lists as different ones, alone or together with others. */
export async function areDismissed(em: EntityManager, saleIds: readonly number[]): Promise<boolean> {
  const found = await query(em)`select from not_duplicates where sale_ids @> ${saleIds}::int[] limit 1`;
  return found.length > 0;
}

/** The group of this sale in the last completed scan, including the sale; empty when it is in no group. */
export async function groupOf(em: EntityManager, saleId: number, kind?: SaleKind): Promise<number[]> {
  const [group = []] = await values(em)<number[]>`select sale_ids from duplicate_group
    where scan_id = ${lastScan} and sale_ids @> array[${saleId}::int]
    ${kind ? sql`and kind = ${kind}` : sql``}`;
  return group;
}

/** Those sales that still duplicate this one, including itself, oldest first. */
export async function stillAlike(
  em: EntityManager,
  saleId: number,
  among: readonly number[],
): Promise<number[]> {
  return values(em)<number>`select s.sale_id from sale s join sale t on t.sale_id = ${saleId}
    where s.sale_id = any(${among}) and ${eligible} and s.kind = t.kind and s.name_key = t.name_key
      and s.price = t.price and s.date_sold = t.date_sold
      and row(${traitColumns('s')}) is not distinct from row(${traitColumns('t')})
    order by s.date_submitted, s.sale_id`;
}
