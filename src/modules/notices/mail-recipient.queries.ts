import type { EntityManager } from '@mikro-orm/postgresql';
import { Account } from '../identity/account.entity.ts';
import { NoticeChannel } from '../inbox/notice-channel.entity.ts';

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
