import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query } from '../../db/query.ts';
import type { ListedSale } from '../market/sale.presenter.ts';
import { countRows } from '../paging.ts';

/**
 * Sales approved in [`from`, `until`) that are still approved: the newest ones, the most recent first, and the total.
 */
export async function approvedBetween(
  em: EntityManager,
  from: Date,
  until: Date,
  limit: number,
): Promise<{ newest: ListedSale[]; total: number }> {
  const rows = await query(em)<Omit<ListedSale, 'price'> & { price: string; total: number }>`
    select sale_id, name, price, date_sold::text as date_sold, (count(*) over ())::int as total from sale
    where status = 'approved' and deleted_at is null and decided_at >= ${from} and decided_at < ${until}
    order by decided_at desc, sale_id desc limit ${limit}`;
  const newest = rows.map(({ sale_id, name, price, date_sold }) => ({
    sale_id,
    name,
    price: Number(price),
    date_sold,
  }));
  return { newest, total: rows[0]?.total ?? 0 };
}

export const pendingSales = (em: EntityManager): Promise<number> =>
  countRows(em, sql`sale where status = 'pending' and deleted_at is null`);
