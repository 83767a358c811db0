import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ApprovedSale } from './changed-sales.queries.ts';

/** A sale that a follow matches. */
export interface NewMatch {
  followId: number;
  sale: ApprovedSale;
}

/** Matches of one statement. */
const BATCH = 2_000;

/**
 * Stores matches in the caller's transaction. Skips those that are stored already, and those of follows that have been
 * deleted, paused or changed since they were read, or whose account is not active.
 */
export async function writeMatches(
  em: EntityManager,
  matches: readonly NewMatch[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < matches.length; from += BATCH)
    await writeBatch(em, matches.slice(from, from + BATCH), now);
}

async function writeBatch(em: EntityManager, matches: readonly NewMatch[], now: Date): Promise<void> {
  const rows = matches.map(({ followId, sale }) => ({
    follow_id: followId,
    sale_id: sale.sale_id,
    decided_at: sale.decided_at,
  }));
  await sql`
    insert into follow_match (follow_id, sale_id, matched_at, email, discord)
    select f.follow_id, found.sale_id, ${now}::timestamptz, f.email, f.discord
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as found(follow_id int, sale_id int, decided_at timestamptz)
    join follow f using (follow_id) join account a using (user_id)
    where f.paused_at is null and f.since <= found.decided_at and a.account_status = 'Active'
    order by f.follow_id, found.sale_id
    for key share of f
    on conflict do nothing`.execute(em.getKysely());
}
