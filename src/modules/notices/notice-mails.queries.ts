import type { EntityManager } from '@mikro-orm/postgresql';
import type { Correction } from '../../contract/inbox/inbox.ts';
import { query } from '../../db/query.ts';
import { Account } from '../identity/account.entity.ts';
import { NoticeChannel } from '../inbox/notice-channel.entity.ts';
import { correctionsOf } from '../sales/corrections.queries.ts';
import type { Decision } from '../sales/decision-notices.ts';

/**
 * The account, if notices may be mailed to it: it is active, its address is confirmed, and its mails are not paused.
 * Otherwise null.
 */
export async function mailRecipient(em: EntityManager, userId: number): Promise<Account | null> {
  const account = await em.findOne(Account, { userId }, { refresh: true });
  if (account?.accountStatus !== 'Active' || account.emailConfirmedAt === null) return null;
  const paused = await em.count(NoticeChannel, {
    account: userId,
    channel: 'email',
    pausedAt: { $ne: null },
  });
  return paused === 0 ? account : null;
}

/** The decision with its corrections; null when it was replaced, or the sale was deleted. */
export async function currentDecision(em: EntityManager, { sale_id, decided_at }: Decision) {
  const [row] = await query(em)<{
    sale_id: number;
    user_id: number;
    name: string;
    status: 'approved' | 'rejected';
    reason: string | null;
  }>`
    select sale_id, submitted_by as user_id, name, status, review_notes as reason from sale
    where sale_id = ${sale_id} and decided_at = ${decided_at}::timestamptz and deleted_at is null
      and submitted_by is not null`;
  if (!row) return null;
  const corrections: Correction[] = (await correctionsOf(em, [sale_id]))(sale_id);
  return { ...row, corrections };
}

/** A sale that is still in review; null otherwise. */
export async function returnedSale(em: EntityManager, saleId: number) {
  const [row] = await query(em)<{ sale_id: number; user_id: number; name: string }>`
    select sale_id, submitted_by as user_id, name from sale
    where sale_id = ${saleId} and status = 'pending' and deleted_at is null and submitted_by is not null`;
  return row ?? null;
}
