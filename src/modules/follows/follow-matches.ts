import type { EntityManager } from '@mikro-orm/postgresql';
import { saleSubject } from '../../contract/market/page-titles.ts';
import { query } from '../../db/query.ts';
import { addToInbox, type NewEntry } from '../inbox/inbox.ts';
import { presentAnySale } from '../market/sale.presenter.ts';
import { batches } from '../paging.ts';
import type { ApprovedSale } from './changed-sales.queries.ts';
import type { MatchingFollow } from './follow-index.ts';

export interface NewMatch {
  follow: MatchingFollow;
  sale: ApprovedSale;
}

/** A stored match of a follow that is delivered to the inbox. */
interface InboxRow {
  follow_id: number;
  sale_id: number;
  user_id: number;
}

const BATCH = 2_000;

/**
 * Stores matches in the caller's transaction, with their inbox entries. Skips those that are stored already, and those of
 * follows that have been deleted, paused or changed since they were read, or whose account is not active or has submitted
 * the sale.
 */
export async function writeMatches(
  em: EntityManager,
  matches: readonly NewMatch[],
  now: Date,
): Promise<void> {
  /** Follows of one account that a merge of items made the same have one entry. */
  const written = new Set<string>();
  for (const batch of batches(matches, BATCH)) {
    const byKey = new Map(
      batch.map((match) => [keyOf(match.follow.rule.followId, match.sale.sale_id), match]),
    );
    const stored = await storeBatch(em, batch, now);
    await addToInbox(
      em,
      stored.flatMap((row) => {
        const match = byKey.get(keyOf(row.follow_id, row.sale_id));
        const text = `${row.user_id} ${row.sale_id} ${match?.follow.label}`;
        if (!match || written.has(text)) return [];
        written.add(text);
        return [entryOf(row, match)];
      }),
      now,
    );
  }
}

const keyOf = (followId: number, saleId: number): string => `${followId}-${saleId}`;

function entryOf({ user_id, follow_id, sale_id }: InboxRow, { follow, sale }: NewMatch): NewEntry {
  const name = saleSubject(presentAnySale(sale, null));
  const data = { name, follow_id, label: follow.label, price: sale.price };
  return { user_id, sale_id, key: keyOf(follow_id, sale_id), kind: 'follow_match', data };
}

/**
 * Locks each account before its follow, in the order in which the deletion of an account takes them (docs/locks.md).
 *
 * @returns the new ones that are delivered to the inbox
 */
async function storeBatch(em: EntityManager, matches: readonly NewMatch[], now: Date): Promise<InboxRow[]> {
  const found = matches.map(({ follow, sale }) => ({
    follow_id: follow.rule.followId,
    sale_id: sale.sale_id,
    news_at: sale.news_at,
    submitted_by: sale.submitted_by,
  }));
  return query(em)<InboxRow>`
    with stored as (
      insert into follow_match (follow_id, sale_id, matched_at, email, discord)
      select f.follow_id, found.sale_id, ${now}::timestamptz, f.email, f.discord
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as found(follow_id int, sale_id int, news_at timestamptz, submitted_by int)
      join follow f using (follow_id) join account a using (user_id)
      where f.paused_at is null and f.since <= found.news_at and a.account_status = 'Active'
        and a.user_id is distinct from found.submitted_by
      order by f.follow_id, found.sale_id
      for key share of a, f
      on conflict do nothing returning follow_id, sale_id)
    select stored.follow_id, stored.sale_id, f.user_id
    from stored join follow f using (follow_id) where f.inbox order by stored.follow_id`;
}
