import type { EntityManager } from '@mikro-orm/postgresql';
import { type Actor, deadSession, signedIn } from '../actor.ts';
import type { Account } from '../identity/account.entity.ts';
import { lockAccount } from '../identity/account.queries.ts';
import { Session } from './session.entity.ts';

/**
 * The signed-in account, locked like `lockAccount`. Checks the session again, as it may have ended, or the account
 * may have been suspended, since the call began.
 *
 * @throws DomainError unauthenticated when the session has ended.
 */
export async function lockOwnAccount(em: EntityManager, actor: Actor): Promise<Account> {
  const { user_id, sessionHash } = signedIn(actor);
  const account = await lockAccount(em, user_id);
  const alive = (await em.count(Session, { tokenHash: sessionHash })) > 0;
  if (!alive || account.accountStatus !== 'Active') throw deadSession();
  return account;
}
