import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ActivityEntry, Stats } from '../../contract/admin/admin.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { SaleStatus } from '../../contract/sale/statuses.ts';
import { counted } from '../../contract/shared/plural.ts';
import { query } from '../../db/query.ts';
import { countByStatus } from '../paging.ts';
import { WITHDRAWN } from '../sales/sale-event.entity.ts';

const salesOf = (kind: SaleKind, status?: SaleStatus) => {
  const ofStatus = status === undefined ? sql`` : sql`and status = ${status}`;
  return sql`coalesce(sum(sales) filter (where kind = ${kind} ${ofStatus}), 0)::int`;
};

/** The figures of the overview, without deleted sales. One statement, with an index-only scan of the sales. */
export async function stats(em: EntityManager): Promise<Stats> {
  const [row] = await query(em)<Stats>`
    select (select count(*)::int from account where deleted_at is null) as total_users,
      ${salesOf('item')} as total_item_sales, ${salesOf('pokemon')} as total_pokemon_sales,
      ${salesOf('item', 'pending')} as pending_item_reviews, ${salesOf('pokemon', 'pending')} as pending_pokemon_reviews,
      ${salesOf('item', 'approved')} as approved_items, ${salesOf('pokemon', 'approved')} as approved_pokemon,
      ${salesOf('item', 'rejected')} as rejected_items, ${salesOf('pokemon', 'rejected')} as rejected_pokemon
    from (select kind, status, count(*) as sales from sale where deleted_at is null group by kind, status) as counted`;
  if (!row) throw new Error('The statistics query must return one row');
  return row;
}

/** The number of sales of each status, without deleted ones. */
export const salesByStatus = (em: EntityManager): Promise<Record<SaleStatus, number>> =>
  countByStatus(em, sql`sale where deleted_at is null`);

/** How many of the newest events of each table are scanned for actions of staff. */
const SCANNED = 5_000;

const byOperator = sql`(e.actor_id is null and e.actor_name like 'operator %')`;

/** What only staff can do. The present role does not matter: those who lost theirs are of interest too. */
const ofStaff = sql`e.actor_id is not null and
  e.action ~ '^(account.(created|role|status)|(approvals|discord|duplicates|items|logs|sales|secrets|setting|sprites?)[.])'`;

const actor = sql`coalesce(account.username, e.actor_name)`;

/**
 * The newest actions of admins, reviewers and operators, the latest first: audit events, except those on their own
 * account, and transitions of sales. Equal transitions within a minute are combined to one entry.
 */
export async function newestActivity(em: EntityManager, limit: number): Promise<ActivityEntry[]> {
  const rows = await query(em)<ActivityEntry & { sales: number }>`
    (select e.at, e.action, ${actor} as by, e.target, null::int as sale_id, 0 as sales,
       case when jsonb_typeof(e.detail -> 'before') = 'string' and jsonb_typeof(e.detail -> 'after') = 'string'
         then jsonb_build_object('before', e.detail -> 'before', 'after', e.detail -> 'after') end as change
     from (select * from audit_event order by event_id desc limit ${SCANNED}) e
     left join account on account.user_id = e.actor_id
     where (${ofStaff} or ${byOperator}) and e.target is distinct from e.actor_name
     order by e.at desc, e.event_id desc limit ${limit})
    union all
    (select max(e.at) as at, 'sale.' || e.type as action, ${actor} as by,
       (select name from sale where sale_id = max(e.sale_id)) as target,
       max(e.sale_id) as sale_id, count(distinct e.sale_id)::int as sales, null as change
     from (select * from sale_event order by event_id desc limit ${SCANNED}) e
     left join account on account.user_id = e.actor_id
     where (e.actor_id is not null or ${byOperator}) and e.type <> 'submitted'
       and (e.type <> 'deleted' or e.notes is distinct from ${WITHDRAWN})
     group by e.type, ${actor}, date_trunc('minute', e.at)
     order by at desc limit ${limit})
    order by at desc, action limit ${limit}`;
  return rows.map(({ target, sale_id, sales, ...row }) => ({
    ...row,
    target: sales > 1 ? counted(sales, 'sale') : target,
    sale_id: sales === 1 ? sale_id : null,
  }));
}
