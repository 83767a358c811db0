import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Stats } from '../../contract/admin/admin.ts';
import type { SaleStatus } from '../../contract/sale/statuses.ts';
import { query } from '../../db/query.ts';
import { countByStatus } from '../paging.ts';

/** The figures of the overview, without deleted sales. One statement, with an index-only scan of the sales. */
export async function stats(em: EntityManager): Promise<Stats> {
  const [row] = await query(em)<Stats>`
    with figures as materialized (
      select kind, status, count(*)::int as sales from sale where deleted_at is null group by kind, status),
    of_kind as (
      select kind, sum(sales)::int as total,
        coalesce(sum(sales) filter (where status = 'pending'), 0)::int as pending,
        coalesce(sum(sales) filter (where status = 'approved'), 0)::int as approved,
        coalesce(sum(sales) filter (where status = 'rejected'), 0)::int as rejected
      from figures group by kind)
    select (select count(*)::int from account where deleted_at is null) as total_users,
      coalesce(item.total, 0) as total_item_sales, coalesce(pokemon.total, 0) as total_pokemon_sales,
      coalesce(item.pending, 0) as pending_item_reviews, coalesce(pokemon.pending, 0) as pending_pokemon_reviews,
      coalesce(item.approved, 0) as approved_items, coalesce(pokemon.approved, 0) as approved_pokemon,
      coalesce(item.rejected, 0) as rejected_items, coalesce(pokemon.rejected, 0) as rejected_pokemon
    from (values (1)) one
    left join of_kind item on item.kind = 'item'
    left join of_kind pokemon on pokemon.kind = 'pokemon'`;
  if (!row) throw new Error('The statistics query must return one row');
  return row;
}

/** The number of sales of each status, without deleted ones. */
export const salesByStatus = (em: EntityManager): Promise<Record<SaleStatus, number>> =>
  countByStatus(em, sql`sale where deleted_at is null`);
