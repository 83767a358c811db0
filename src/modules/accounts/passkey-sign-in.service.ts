import type { Assertion } from '../../contract/accounts/passkeys.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { sha256 } from '../../lib/crypto.ts';
import { DomainError } from '../../lib/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { lockAccount } from '../identity/account-lock.queries.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { Service } from '../service.ts';
import type { PasskeysService } from '../two-factor/passkeys.service.ts';
import type { SignedIn, SignInService } from './sign-in.service.ts';

const refused = () => new DomainError('unauthenticated', 'PASSKEY_REFUSED', MESSAGES.passkeyRefused);

interface Deps {
  limits: RateLimits;
  passkeys: PasskeysService;
  signIn: SignInService;
  audit: AuditService;
}

/** Signing in with a passkey: it proves possession and, by a PIN or biometrics, its owner, so it replaces both steps. */
export class PasskeySignInService extends Service<Deps> {
  /**
   * Only attempts from one address are limited: nobody can guess a passkey, so strangers must not be able to use up a
   * budget of its owner.
   *
   * @param heldToken of the session that the browser holds; it ends when the same account signs in
   * @throws DomainError unauthenticated for a refused passkey or a suspended account; rate_limited after too many
   *   attempts; unavailable when attempts cannot be counted.
   */
  async signIn(credential: Assertion, heldToken: string | null): Promise<SignedIn> {
    const { em, limits, origin, passkeys, signIn, audit } = this.deps;
    await limits.takeFrom('signInAddress', origin.ip, null);
    const replaces = heldToken === null ? null : sha256(heldToken);
    const fresh = await passkeys.spendChallenge(credential, 'sign-in');
    const userId = fresh ? await passkeys.claimedBy(credential) : null;
    const result = await em.transactional(async () => {
      if (userId === null) return null;
      const account = await lockAccount(em, userId);
      if (!(await passkeys.accept(userId, credential))) return null;
      return account.accountStatus === 'Active' ? signIn.complete(account, 'passkey', replaces) : 'suspended';
    });
    if (result !== null && result !== 'suspended') return result;
    const detail = { by: 'passkey', ...(result === 'suspended' && { suspended: true }) };
    await audit.record({ action: 'sign-in.failed', target: null, detail });
    throw result === 'suspended' ? await signIn.suspendedError() : refused();
  }
}
