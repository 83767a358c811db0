import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ActivityEntry } from '../../contract/admin/admin.ts';
import { counted } from '../../contract/shared/plural.ts';
import { isoTime, query } from '../../db/query.ts';

/** How many of the newest events of each table are scanned for actions of staff. */
const SCANNED = 5_000;

interface ActivityRow {
  at: string;
  action: string;
  by: string | null;
  target: string | null;
  sale_id: number | null;
  sales: number;
}

const byOperator = sql`(e.actor_id is null and e.actor_name like 'operator %')`;

/** What only staff can do. The present role does not matter: those who lost theirs are of interest too. */
const ofStaff = sql`e.actor_id is not null and
  e.action ~ '^(account.(created|role|status)|(approvals|discord|duplicates|items|logs|sales|secrets|setting|sprites)[.])'`;

const actor = sql`coalesce(account.username, e.actor_name)`;

/**
 * The newest actions of admins, reviewers and operators, the latest first: audit events, except those on their own
 * account, and transitions of sales. Equal transitions within a minute are combined to one entry.
 */
export async function newestActivity(em: EntityManager, limit: number): Promise<ActivityEntry[]> {
  const rows = await query(em)<ActivityRow>`
    (select e.at, e.action, ${actor} as by, e.target, null::int as sale_id, 0 as sales
     from (select * from audit_event order by event_id desc limit ${SCANNED}) e
     left join account on account.user_id = e.actor_id
     where (${ofStaff} or ${byOperator}) and e.target is distinct from e.actor_name
     order by e.at desc, e.event_id desc limit ${limit})
    union all
    (select max(e.at) as at, 'sale.' || e.type as action, ${actor} as by,
       (select name from sale where sale_id = max(e.sale_id)) as target,
       max(e.sale_id) as sale_id, count(distinct e.sale_id)::int as sales
     from (select * from sale_event order by event_id desc limit ${SCANNED}) e
     left join account on account.user_id = e.actor_id
     where (e.actor_id is not null or ${byOperator}) and e.type <> 'submitted'
     group by e.type, ${actor}, date_trunc('minute', e.at)
     order by at desc limit ${limit})
    order by at desc, action limit ${limit}`;
  return rows.map(({ at, action, by, target, sale_id, sales }) => ({
    at: isoTime(at),
    action,
    by,
    target: sales > 1 ? counted(sales, 'sale') : target,
    sale_id: sales === 1 ? sale_id : null,
  }));
}
