import type { EntityManager } from '@mikro-orm/postgresql';
import { type Actor, deadSession, signedIn } from '../actor.ts';
import type { Account } from '../identity/account.entity.ts';
import { lockAccount } from '../identity/account.queries.ts';
import { Session } from './session.entity.ts';

/**
 * The signed-in account, locked like `lockAccount`. Asks again whether its session lives: it may have been ended,
 * or the account suspended, after the call began.
 *
 * @throws DomainError unauthenticated when it does not.
 */
export async function lockOwnAccount(em: EntityManager, actor: Actor): Promise<Account> {
  const { user_id, sessionHash } = signedIn(actor);
  const account = await lockAccount(em, user_id);
  const lives = (await em.count(Session, { tokenHash: sessionHash })) > 0;
  if (!lives || account.accountStatus !== 'Active') throw deadSession();
  return account;
}
