import type { DomainError } from '../../lib/errors.ts';
import { ownSession, signedIn } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Account } from '../identity/account.entity.ts';
import { spellingOf } from '../identity/account.queries.ts';
import type { PasswordHasher } from '../identity/password-hasher.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { RequestScope } from '../scope.ts';

interface Deps extends RequestScope {
  limits: RateLimits;
  passwords: PasswordHasher;
  audit: AuditService;
}

interface Wrong {
  action: string;
  error: () => DomainError;
}

/**
 * Checks the password of the signed-in account, and returns the account as it was then. The session has a budget like that
 * of a known device: a stolen one must not allow unlimited guesses, and strangers must not keep the owner from the account.
 *
 * @throws DomainError rate_limited after too many wrong passwords; `wrong.error()` for a wrong one.
 */
export async function checkOwnPassword(deps: Deps, password: string, wrong: Wrong): Promise<Account> {
  const { em, limits, origin, passwords, audit, actor } = deps;
  const own = signedIn(actor);
  const account = await em.findOneOrFail(Account, { userId: own.user_id });
  const counted = await limits.takeSignIn(
    origin.ip,
    spellingOf(account.username),
    account,
    ownSession(own).id,
  );
  if (counted.refusal) throw counted.refusal;
  if (!(await passwords.verify(account.passwordHash, password))) {
    await audit.record({ action: wrong.action, target: account.username });
    throw wrong.error();
  }
  await counted.succeeded();
  return account;
}
