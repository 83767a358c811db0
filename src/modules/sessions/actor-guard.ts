import type { EntityManager } from '@mikro-orm/postgresql';
import { type AccountStatus, hasRole, type Role } from '../../contract/accounts/roles.ts';
import { addMs, MINUTE_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { query } from '../../db/query.ts';
import { RetryingEntityManager } from '../../db/retrying-entity-manager.ts';
import { DomainError } from '../../lib/errors.ts';
import { deadSession, secondFactorRequired } from '../actor.ts';
import { shareAccount } from '../identity/account-lock.queries.ts';
import type { RequestScope } from '../scope.ts';
import { FACTOR_DEADLINE } from './staff-factor.queries.ts';

interface CurrentRights {
  role: Role;
  account_status: AccountStatus;
  /** Whether the session was confirmed recently, and its token not replaced since; null when it has ended. */
  confirmed: boolean | null;
  /** The role needs a second factor that the account lacks. */
  lacks_factor: boolean;
}

type RightsScope = Pick<RequestScope, 'actor' | 'clock'>;

const roleChanged = () =>
  new DomainError('forbidden', 'ROLE_CHANGED', 'Your role has changed in the meantime. Nothing was saved.');
const unconfirmed = () =>
  new DomainError('unconfirmed', 'CONFIRMATION_REQUIRED', 'Please confirm your identity first.');

/** Checks that the caller still has the rights with which the call was admitted. */
async function checkRights(
  em: EntityManager,
  { actor, clock }: RightsScope,
  needsConfirmation: boolean,
): Promise<void> {
  if (actor.type !== 'account' || !actor.session) return;
  const { user_id, session, role } = actor;
  const moment = clock.now();
  const since = addMs(moment, -LIMITS.confirmationMinutes * MINUTE_MS);
  const [now] = await query(em)<CurrentRights>`
    select role, account_status,
      (select confirmed_at > ${since} and token_hash = ${session.tokenHash} from session
       where id = ${session.id} and user_id = account.user_id) as confirmed,
      coalesce(${FACTOR_DEADLINE} <= ${moment}, false) as lacks_factor
    from account where user_id = ${user_id}`;
  if (!now || now.confirmed === null || now.account_status !== 'Active') throw deadSession();
  const lost = (rights: Role) => !hasRole({ user_id, role: rights }, role);
  if (lost(now.role)) throw roleChanged();
  if (now.lacks_factor && lost('user')) throw secondFactorRequired();
  if (needsConfirmation && !now.confirmed) throw unconfirmed();
}

function guard(em: EntityManager, scope: RightsScope, needsConfirmation: boolean): void {
  const { actor } = scope;
  if (actor.type !== 'account' || !actor.session) return;
  RetryingEntityManager.guard(em, async (tx) => {
    await shareAccount(tx, actor.user_id);
    // A separate statement, so that it sees what was committed while the lock was awaited.
    await checkRights(tx, scope, needsConfirmation);
  });
}

/**
 * Makes every transaction of a call start with a check of the caller: the session still exists, and the account is
 * active and has the role, and the second factor for it, with which the call was admitted. Until the transaction ends,
 * role, status and sessions of the account cannot change. So when a suspension, a demotion or a sign-out is committed,
 * each transaction of that account is either committed before, or fails.
 *
 * Visitors and operators have no rights to lose, and jobs act for accounts without a session.
 */
export const guardRights = (em: EntityManager, scope: RightsScope): void => guard(em, scope, false);

/**
 * Requires that the caller signed in or confirmed their identity recently, now and in each later transaction of the call:
 * a stolen session must not be enough to take over the account.
 *
 * @throws DomainError unconfirmed when that is too long ago.
 */
export async function requireConfirmation(scope: RightsScope & Pick<RequestScope, 'em'>): Promise<void> {
  guard(scope.em, scope, true);
  await checkRights(scope.em, scope, true);
}
