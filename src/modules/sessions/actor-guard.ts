import type { EntityManager } from '@mikro-orm/postgresql';
import type { AccountStatus, Role } from '../../contract/accounts/roles.ts';
import { RetryingEntityManager } from '../../db/retrying-entity-manager.ts';
import { DomainError } from '../../lib/errors.ts';
import { type Actor, deadSession } from '../actor.ts';
import { shareAccount } from '../identity/account-lock.queries.ts';

const CURRENT_RIGHTS = `
  select role, account_status,
    exists (select from session where token_hash = ? and user_id = account.user_id) as signed_in
  from account where user_id = ?`;

interface CurrentRights {
  role: Role;
  account_status: AccountStatus;
  signed_in: boolean;
}

const roleChanged = () =>
  new DomainError('forbidden', 'ROLE_CHANGED', 'Your role was changed meanwhile. Nothing was stored.');

/**
 * Makes every transaction of a call start with a check of the caller: the session still exists, and the account is
 * active and has the role with which the call was admitted. Until the transaction ends, role, status and sessions of the
 * account cannot change. So when a suspension, a demotion or a sign-out is committed, each transaction of
 * that account is either committed before, or fails.
 *
 * Visitors and operators have no rights to lose, and jobs act for accounts without a session.
 */
export function guardRights(em: EntityManager, actor: Actor): void {
  if (actor.type !== 'account' || actor.sessionHash === '') return;
  const { user_id, sessionHash, role } = actor;
  RetryingEntityManager.guard(em, async (tx) => {
    await shareAccount(tx, user_id);
    // A separate statement, so that it sees what was committed while the lock was awaited.
    const [now] = await tx.execute<CurrentRights[]>(CURRENT_RIGHTS, [sessionHash, user_id]);
    if (!now?.signed_in || now.account_status !== 'Active') throw deadSession();
    if (now.role !== role) throw roleChanged();
  });
}
