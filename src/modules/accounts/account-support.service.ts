import type { SessionView } from '../../contract/accounts/account.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type AccountRef, requireAccount } from '../identity/account.queries.ts';
import { changingAccount } from '../identity/account-lock.queries.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { Service } from '../service.ts';
import { presentSession } from '../sessions/session.presenter.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { TwoFactorService } from '../two-factor/two-factor.service.ts';
import type { PasswordService } from './password.service.ts';

interface Deps {
  limits: RateLimits;
  sessions: SessionsService;
  password: PasswordService;
  twoFactor: TwoFactorService;
  audit: AuditService;
}

/**
 * Support operations on an account from the command line. They share the implementation with the web. Each throws
 * DomainError not_found for an unknown account.
 */
export class AccountSupportService extends Service<Deps> {
  /** Sets a new password and ends every session. @throws DomainError invalid when the password is refused. */
  async resetPassword(who: AccountRef, newPassword: string): Promise<void> {
    const { em, password } = this.deps;
    const account = await requireAccount(em, who);
    const passwordHash = await password.hash(account, newPassword);
    await password.set(account, passwordHash, { action: 'password.reset-by-operator' });
    await this.deps.limits.forgetSignIns(account.userId);
  }

  /** Removes the second factor and ends every session. @throws DomainError conflict when it is not enabled. */
  async disableTwoFactor(who: AccountRef): Promise<void> {
    await this.deps.twoFactor.reset(await requireAccount(this.deps.em, who));
  }

  /** The active sessions of the account, the most recently used first. */
  async sessions(who: AccountRef): Promise<SessionView[]> {
    const { userId } = await requireAccount(this.deps.em, who);
    return (await this.deps.sessions.list(userId)).map((session) => presentSession(session));
  }

  /** Ends every session of the account and returns their number. */
  async endSessions(who: AccountRef): Promise<number> {
    const { em } = this.deps;
    const { userId, username } = await requireAccount(em, who);
    return changingAccount(em, userId, async () => {
      const ended = await this.deps.sessions.endAll(userId);
      await this.deps.audit.record({ action: 'sessions.ended', target: username, detail: { ended } });
      return ended;
    });
  }
}
