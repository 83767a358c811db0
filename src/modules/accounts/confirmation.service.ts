import type { Assertion } from '../../contract/accounts/passkeys.ts';
import { invalidField } from '../../lib/errors.ts';
import { ownSession, signedIn } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { changingAccount } from '../identity/account-lock.queries.ts';
import type { PasswordHasher } from '../identity/password-hasher.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { Service } from '../service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { factorsOf, isProtected } from '../two-factor/factors.queries.ts';
import type { PasskeysService } from '../two-factor/passkeys.service.ts';
import type { CodeRefusal } from '../two-factor/second-factor.ts';
import { refusalError, wrongPasskey } from '../two-factor/two-factor.presenter.ts';
import type { TwoFactorService } from '../two-factor/two-factor.service.ts';
import type { PasswordService } from './password.service.ts';

const REFUSED = 'session.confirmation-refused';

const wrongPassword = () => invalidField('password', 'The password is wrong.');

interface Deps {
  limits: RateLimits;
  password: PasswordService;
  passwords: PasswordHasher;
  sessions: SessionsService;
  twoFactor: TwoFactorService;
  passkeys: PasskeysService;
  audit: AuditService;
}

/** Confirms the identity of the owner of a session, for changes to the security of the account. */
export class ConfirmationService extends Service<Deps> {
  /**
   * Confirms with the same proofs as a sign-in: the password, and a code if the account has a second factor. Both are
   * counted like those of sign-ins. Returns the session's new token.
   *
   * @throws DomainError invalid for a wrong password, or a missing or wrong code; rate_limited after too many of them.
   */
  async confirm(password: string, code: string | null): Promise<string> {
    const { em, passwords, sessions, twoFactor } = this.deps;
    const own = signedIn(this.deps.actor);
    const { passwordHash: known } = await this.deps.password.checkOwn(password, REFUSED, wrongPassword);
    const result = await changingAccount(em, own.user_id, async (account): Promise<string | CodeRefusal> => {
      // It may have been changed or reset in the meantime.
      if (!(await passwords.stillMatches(account.passwordHash, password, known))) throw wrongPassword();
      if (isProtected(await factorsOf(em, own.user_id))) {
        const outcome = await twoFactor.try(own.user_id, code ?? '');
        if (!outcome.accepted) {
          await this.#record(REFUSED, { ...outcome.refusal });
          return outcome.refusal;
        }
      }
      await this.#record('session.confirmed');
      return sessions.confirm(own.user_id, ownSession(own));
    });
    if (typeof result !== 'string') throw refusalError(result, 'invalid');
    return result;
  }

  /**
   * Confirms with a passkey, which is possession and a PIN or biometrics in one. Returns the session's new token.
   *
   * @throws DomainError invalid when it is refused; rate_limited after too many attempts.
   */
  async confirmWithPasskey(credential: Assertion): Promise<string> {
    const { em, limits, origin, passkeys, sessions } = this.deps;
    const own = signedIn(this.deps.actor);
    await limits.takeFrom('signInAddress', origin.ip, { userId: own.user_id, username: own.username });
    const fresh = await passkeys.spendChallenge(credential, 'confirm');
    const token = await changingAccount(em, own.user_id, async () => {
      const accepts = fresh && (await passkeys.accept(own.user_id, credential));
      await this.#record(accepts ? 'session.confirmed' : REFUSED, { by: 'passkey' });
      return accepts ? sessions.confirm(own.user_id, ownSession(own)) : null;
    });
    if (token === null) throw wrongPasskey('invalid');
    return token;
  }

  #record(action: string, detail?: Record<string, unknown>): Promise<void> {
    const { audit, actor } = this.deps;
    return audit.record(action, { target: signedIn(actor).username, ...(detail && { detail }) });
  }
}
