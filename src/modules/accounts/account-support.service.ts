import type { SessionView } from '../../contract/sessions.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Scope } from '../scope.ts';
import { presentSession } from '../sessions/session.presenter.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { TwoFactorService } from '../two-factor/two-factor.service.ts';
import { type AccountRef, lockAccount, requireAccount } from './account.queries.ts';
import type { PasswordService } from './password.service.ts';

/**
 * What an operator does for somebody's account at the command line, by the functions that the web has. Each throws
 * DomainError not_found for an account that there is not.
 */
export class AccountSupportService {
  readonly #scope: Scope;
  readonly #sessions: SessionsService;
  readonly #password: PasswordService;
  readonly #twoFactor: TwoFactorService;
  readonly #audit: AuditService;

  constructor(
    scope: Scope,
    sessions: SessionsService,
    password: PasswordService,
    twoFactor: TwoFactorService,
    audit: AuditService,
  ) {
    this.#scope = scope;
    this.#sessions = sessions;
    this.#password = password;
    this.#twoFactor = twoFactor;
    this.#audit = audit;
  }

  /** Sets a new password and ends every session. @throws DomainError invalid when the password is refused. */
  async resetPassword(who: AccountRef, newPassword: string): Promise<void> {
    const account = await requireAccount(this.#scope.em, who);
    await this.#password.set(account, newPassword, { action: 'password.reset-by-operator' });
    await this.#scope.limits.forgetSignIns(account.userId);
  }

  /** Takes the second factor away and ends every session. @throws DomainError conflict when it is not enabled. */
  async disableTwoFactor(who: AccountRef): Promise<void> {
    await this.#twoFactor.reset(await requireAccount(this.#scope.em, who));
  }

  /** Where the account is signed in, the last seen first. */
  async sessions(who: AccountRef): Promise<SessionView[]> {
    const { userId } = await requireAccount(this.#scope.em, who);
    return (await this.#sessions.list(userId)).map((session) => presentSession(session));
  }

  /** Signs the account out everywhere; how many sessions that ended. */
  async endSessions(who: AccountRef): Promise<number> {
    const { em } = this.#scope;
    const { userId, username } = await requireAccount(em, who);
    return em.transactional(async () => {
      await lockAccount(em, userId);
      const ended = await this.#sessions.endAll(userId);
      await this.#audit.record({ action: 'sessions.ended', target: username, detail: { ended } });
      return ended;
    });
  }
}
