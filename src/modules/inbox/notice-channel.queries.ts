import type { EntityManager } from '@mikro-orm/postgresql';
import { NoticeChannel } from './notice-channel.entity.ts';

/** Forgets the failures of mails to an account, whose address has changed, in the caller's transaction. */
export async function forgetMailFailures(em: EntityManager, userId: number): Promise<void> {
  await em.nativeDelete(NoticeChannel, { account: userId, channel: 'email' });
}
