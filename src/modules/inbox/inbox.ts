import type { EntityManager } from '@mikro-orm/postgresql';
import { type EntryContent, zEntryContent } from '../../contract/inbox/inbox.ts';
import { query } from '../../db/query.ts';
import { publish } from '../../events/publish.ts';
import { keptAccounts } from '../identity/account-lock.queries.ts';
import { batches } from '../paging.ts';

export type NewEntry = EntryContent & {
  user_id: number;
  /** Unique for the account and kind, at most 120 characters: a second entry with the same key is ignored. */
  key: string;
  sale_id: number | null;
};

/** Their ids fit into one event. */
const ACCOUNTS_PER_EVENT = 500;

/** Notifies open pages of these accounts that their inboxes changed, in the caller's transaction. */
export async function publishInboxes(em: EntityManager, userIds: readonly number[]): Promise<void> {
  const accounts = batches([...new Set(userIds)], ACCOUNTS_PER_EVENT);
  await publish(
    em,
    Array.from(accounts, (user_ids) => ({ type: 'inbox.changed', user_ids })),
  );
}

/**
 * Adds entries to the inboxes of their accounts, in the caller's transaction, in one statement. Skips entries that exist
 * already and accounts that are suspended.
 *
 * @param at the time of the entries
 * @throws ZodError when the data do not fit the kind.
 */
export async function addToInbox(em: EntityManager, entries: readonly NewEntry[], at: Date): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ user_id, key, sale_id, ...content }) => ({
    user_id,
    key,
    sale_id,
    ...zEntryContent.parse(content),
  }));
  // In the order of the unique index, so that two writers of the same entries cannot deadlock.
  const added = await query(em)<{ user_id: number }>`
    insert into inbox_entry (user_id, kind, key, sale_id, data, created)
    select entry.*, ${at}::timestamptz from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as entry(user_id int, kind text, key text, sale_id int, data jsonb)
    join ${keptAccounts(rows.map(({ user_id }) => user_id))} using (user_id)
    order by entry.user_id, entry.kind, entry.key
    on conflict (user_id, kind, key) do nothing
    returning user_id`;
  await publishInboxes(
    em,
    added.map(({ user_id }) => user_id),
  );
}
