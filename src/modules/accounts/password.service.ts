import { type DomainError, invalidField } from '../../lib/errors.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import { ownSession, signedIn } from '../actor.ts';
import { voidAddressChanges } from '../address-links/address-link.queries.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { CatalogueSource } from '../catalogue/catalogue.source.ts';
import { Account } from '../identity/account.entity.ts';
import { type AccountRef, requireAccount } from '../identity/account.queries.ts';
import { changingAccount } from '../identity/account-lock.queries.ts';
import type { PasswordHasher } from '../identity/password-hasher.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { Service } from '../service.ts';
import type { KnownDevicesService } from '../sessions/known-devices.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { checkNewPassword } from './password-policy.ts';

const wrongOld = () => invalidField('oldPassword', 'The current password is wrong.');

interface Deps {
  catalogueSource: CatalogueSource;
  limits: RateLimits;
  passwords: PasswordHasher;
  sessions: SessionsService;
  knownDevices: KnownDevicesService;
  audit: AuditService;
}

/** Sets passwords: a change by the owner, and a reset by mail or by an operator. */
export class PasswordService extends Service<Deps> {
  /**
   * Changes the signed-in account's password. Its other sessions end, the current one continues, a change of its address
   * that is not confirmed is given up, and the owner is notified by mail.
   *
   * @throws DomainError invalid when the current password is wrong or the new one is refused; rate_limited after too many
   *   wrong passwords.
   */
  async change(oldPassword: string, newPassword: string): Promise<void> {
    const { em, passwords } = this.deps;
    const own = signedIn(this.deps.actor);
    const { passwordHash: known, username } = await this.checkOwn(
      oldPassword,
      'password.change-refused',
      wrongOld,
    );
    const passwordHash = await this.hash({ username }, newPassword);
    await changingAccount(em, own.user_id, async (account) => {
      // It may have been changed or reset in the meantime.
      if (!(await passwords.stillMatches(account.passwordHash, oldPassword, known))) throw wrongOld();
      await this.#store(account, passwordHash);
      await this.deps.sessions.endOthers(own.user_id, ownSession(own).id);
      await this.deps.knownDevices.remember(account);
      await this.deps.audit.record('password.changed', { target: username });
    });
  }

  /**
   * Checks the password of the signed-in account, and returns the account as it was then. The session has a limit like a
   * known device: a stolen session must not allow unlimited guesses, and strangers must not lock out the owner.
   *
   * @param refused the action to record after a wrong password
   * @throws DomainError rate_limited after too many wrong passwords; `wrong()` for a wrong one.
   */
  async checkOwn(password: string, refused: string, wrong: () => DomainError): Promise<Account> {
    const { em, limits, passwords, audit, actor } = this.deps;
    const account = await em.findOneOrFail(Account, { userId: signedIn(actor).user_id });
    const { username, passwordHash } = account;
    await limits.take('signInDevice', ownSession(actor).id, account);
    if (!(await passwords.verify(passwordHash, password))) {
      await audit.record(refused, { target: username });
      throw wrong();
    }
    return account;
  }

  /**
   * Sets a new password for an operator. It ends every session and forgets failed sign-ins.
   *
   * @throws DomainError not_found for an unknown account; invalid when the password is refused.
   */
  async reset(who: AccountRef, newPassword: string): Promise<void> {
    const account = await requireAccount(this.deps.em, who);
    const passwordHash = await this.hash(account, newPassword);
    await this.set(account, passwordHash, 'password.reset-by-operator');
    await this.deps.limits.forgetSignIns(account.userId);
  }

  /**
   * Checks a new password of an account and hashes it. Callers do so before their transaction: hashes are queued, and a
   * queued one must not hold a connection.
   *
   * @throws DomainError invalid, with the field `newPassword`, when the password is refused.
   */
  async hash({ username }: Pick<Account, 'username'>, newPassword: string): Promise<string> {
    await checkNewPassword(this.deps, 'newPassword', newPassword, username);
    return this.deps.passwords.hash(newPassword);
  }

  /**
   * Sets a password without asking for the old one, ends every session of the account, cancels a pending change of its
   * address, and notifies its owner by mail. Used by the reset by mail and by the command line
   * (src/testing/attacks/sessions.test.ts). Joins the caller's transaction, if there is one.
   *
   * @param passwordHash of `hash`
   * @param action for the audit log
   * @param by who did it, unless it is the scope's actor
   */
  async set(
    { userId, username }: Account,
    passwordHash: string,
    action: string,
    by = this.deps.actor,
  ): Promise<void> {
    await changingAccount(this.deps.em, userId, async (account) => {
      await this.#store(account, passwordHash);
      const sessions = await this.deps.sessions.endAll(userId);
      await this.deps.audit.record(action, { by, target: username, detail: { sessions } });
    });
  }

  /** What every change of a password does, in its transaction. */
  async #store(account: Account, passwordHash: string): Promise<void> {
    const { em, clock, knownDevices } = this.deps;
    account.passwordHash = passwordHash;
    await em.flush();
    await voidAddressChanges(em, account, clock.now());
    await knownDevices.forgetAll(account);
    await enqueue(em, JOBS.passwordChangedMail, { user_id: account.userId });
  }
}
