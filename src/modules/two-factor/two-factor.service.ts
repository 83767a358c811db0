import { LockMode } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import type { zTwoFactorSetup, zTwoFactorStatus } from '../../contract/accounts/two-factor.ts';
import { DAY_MS } from '../../contract/shared/dates.ts';
import { conflict } from '../../lib/errors.ts';
import type { OwnedSealed, Sealed, SecretBox } from '../../lib/secret-box.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import { ownSession, signedIn } from '../actor.ts';
import { issueUndoLink } from '../address-links/address-link.queries.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Account } from '../identity/account.entity.ts';
import { type AccountRef, requireAccount } from '../identity/account.queries.ts';
import { changingAccount } from '../identity/account-lock.queries.ts';
import { Service } from '../service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { factorDeadline } from '../sessions/staff-factor.queries.ts';
import { factorsOf, isProtected } from './factors.queries.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { blockedFor, type CodeOutcome, tryCode } from './second-factor.ts';
import { ISSUER, newSecret, otpAuthUri } from './totp.ts';
import { Passkey, RecoveryCode, TwoFactor } from './two-factor.entity.ts';
import { refusalError } from './two-factor.presenter.ts';

const notSetUp = () => conflict('NOT_SET_UP', 'Two-factor authentication is not set up for this account.');
const alreadyEnabled = () => conflict('ALREADY_ENABLED', 'Two-factor authentication is already enabled.');

const sealedOf = ({ secret, keyId }: TwoFactor): Sealed => ({ keyId: keyId ?? '', text: secret ?? '' });
const ownerOf = ({ account }: TwoFactor): string => String(account.userId);

interface Deps {
  secretBox: SecretBox;
  sessions: SessionsService;
  audit: AuditService;
}

/**
 * Manages an account's second factor: setup, enabling with a first code, disabling with another (docs/product.md
 * "States").
 */
export class TwoFactorService extends Service<Deps> {
  async status(): Promise<z.infer<typeof zTwoFactorStatus>> {
    const { em, actor, clock } = this.deps;
    const { user_id: userId } = signedIn(actor);
    const { app, passkeys } = await factorsOf(em, userId);
    const recoveryCodesLeft = await em.count(RecoveryCode, { account: userId, usedAt: null });
    const deadline = await factorDeadline(em, userId);
    const msLeft = (deadline?.getTime() ?? 0) - clock.now().getTime();
    const required = deadline && {
      by: deadline.toISOString(),
      daysLeft: Math.max(0, Math.ceil(msLeft / DAY_MS)),
    };
    return { is2FAEnabled: app, passkeys, recoveryCodesLeft, required };
  }

  /** Creates a new secret and replaces an unconfirmed one. @throws DomainError conflict when enabled. */
  async setUp(): Promise<z.infer<typeof zTwoFactorSetup>> {
    const { em, secretBox, actor } = this.deps;
    return changingAccount(em, signedIn(actor).user_id, async ({ userId, username }) => {
      if ((await factorsOf(em, userId)).app) throw alreadyEnabled();
      const secret = newSecret();
      const sealed = secretBox.seal(secret, String(userId));
      await em.upsert(TwoFactor, { account: userId, secret: sealed.text, keyId: sealed.keyId, lastStep: 0 });
      return {
        qrCode: otpAuthUri(username, secret),
        manualEntryKey: secret,
        accountName: username,
        issuer: ISSUER,
      };
    });
  }

  /**
   * Enables the second factor with a first code and ends the account's other sessions. The owner gets an email with a link
   * that undoes it, in case an intruder did it. Returns the recovery codes, which cannot be read again.
   *
   * @throws DomainError invalid for a wrong code, conflict when enabled or not set up, rate_limited while blocked.
   */
  async verify(code: string): Promise<string[]> {
    return this.#withCode(code, false, async (factor, account) => {
      const undo = await issueUndoLink(this.deps, account);
      factor.enabledAt = this.deps.clock.now();
      const codes = await issueRecoveryCodes(this.deps.em, account.userId);
      await this.#changed(true, undo);
      return codes;
    });
  }

  /**
   * Removes the authenticator app with a code, and ends the account's other sessions. Passkeys stay.
   *
   * @throws DomainError invalid for a wrong code, conflict when not enabled, rate_limited while blocked.
   */
  async disable(code: string): Promise<void> {
    await this.#withCode(code, true, async (factor) => {
      Object.assign(factor, { secret: null, keyId: null, enabledAt: null });
      await this.deps.em.flush();
      await this.forgetUnprotected(factor.account.userId);
      await this.#changed(false);
    });
  }

  /**
   * Removes all second factors of an account after its owner lost them, from the command line. Every session ends.
   *
   * @throws DomainError not_found for an unknown account; conflict when it has none.
   */
  async reset(who: AccountRef): Promise<void> {
    const { em } = this.deps;
    const { userId, username } = await requireAccount(em, who);
    await changingAccount(em, userId, async () => {
      if (!isProtected(await factorsOf(em, userId))) throw notSetUp();
      await em.nativeDelete(Passkey, { account: userId });
      await this.#removeApp(userId);
      await this.deps.sessions.endAll(userId);
      await this.deps.audit.record('two-factor.reset', { target: username });
      await enqueue(em, JOBS.twoFactorChangedMail, { user_id: userId, enabled: false });
    });
  }

  /**
   * Removes the factors that an intruder has added since, in the caller's transaction, which has locked the account.
   * Recovery codes are removed with the app, even if an older passkey still protects the account.
   */
  async removeAddedSince(userId: number, since: Date): Promise<void> {
    const { em } = this.deps;
    const added = { account: userId, enabledAt: { $gte: since } };
    await em.nativeDelete(Passkey, { account: userId, created: { $gte: since } });
    const apps = await em.nativeUpdate(TwoFactor, added, { secret: null, keyId: null, enabledAt: null });
    if (apps > 0) await em.nativeDelete(RecoveryCode, { account: userId });
    await this.forgetUnprotected(userId);
  }

  /** Checks a code against the account's second factor, in the caller's transaction. */
  try(userId: number, code: string, during: 'setup' | 'use' = 'use'): Promise<CodeOutcome> {
    const { secretBox } = this.deps;
    const secretOf = (factor: TwoFactor) => secretBox.open(sealedOf(factor), String(userId));
    return tryCode(this.deps, userId, code, secretOf, during);
  }

  /** Seconds until a code of the account is checked, or null while none is refused. */
  async blockedFor(userId: number): Promise<number | null> {
    const factor = await this.deps.em.findOne(TwoFactor, { account: userId });
    return factor && blockedFor(factor, this.deps.clock.now());
  }

  /** Removes the recovery codes and counts of an account whose last second factor is gone, in the caller's transaction. */
  async forgetUnprotected(userId: number): Promise<void> {
    if (!isProtected(await factorsOf(this.deps.em, userId))) await this.#removeApp(userId);
  }

  /** Removes the app of an account, even if it is not enabled yet, with its recovery codes and counts of wrong codes. */
  async #removeApp(userId: number): Promise<void> {
    const { em } = this.deps;
    await em.nativeDelete(RecoveryCode, { account: userId });
    await em.nativeDelete(TwoFactor, { account: userId });
  }

  /** @see SealedStore */
  async sealed(exceptKeys: readonly string[]): Promise<OwnedSealed[]> {
    const stored = await this.deps.em.find(TwoFactor, { secret: { $ne: null }, keyId: { $nin: exceptKeys } });
    return stored.map((factor) => ({ ...sealedOf(factor), owner: ownerOf(factor) }));
  }

  /** @see SealedStore */
  async reseal(): Promise<number> {
    const { em, secretBox } = this.deps;
    return em.transactional(async () => {
      const stale = await em.find(
        TwoFactor,
        { keyId: { $ne: secretBox.currentKeyId } },
        { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { account: 'asc' } },
      );
      for (const factor of stale) {
        const { keyId, text } = secretBox.reseal(sealedOf(factor), ownerOf(factor));
        Object.assign(factor, { keyId, secret: text });
      }
      return stale.length;
    });
  }

  /**
   * Runs `work` if the code is correct. A wrong code is counted in a committed transaction before the error is
   * thrown.
   */
  async #withCode<T>(
    code: string,
    enabled: boolean,
    work: (factor: TwoFactor, account: Account) => Promise<T>,
  ): Promise<T> {
    const { em, actor } = this.deps;
    const result = await changingAccount(em, signedIn(actor).user_id, async (account) => {
      const { userId, username } = account;
      const factor = await em.findOne(TwoFactor, { account: userId, secret: { $ne: null } });
      if (!factor) throw notSetUp();
      if ((factor.enabledAt !== null) !== enabled) throw enabled ? notSetUp() : alreadyEnabled();
      const outcome = await this.try(userId, code, enabled ? 'use' : 'setup');
      if (outcome.accepted) return { done: await work(factor, account) };
      await this.deps.audit.record('two-factor.refused', {
        target: username,
        detail: { ...outcome.refusal },
      });
      return outcome;
    });
    if ('done' in result) return result.done;
    throw refusalError(result.refusal, 'invalid');
  }

  async #changed(enabled: boolean, link_id: string | null = null): Promise<void> {
    const { em, actor } = this.deps;
    const { user_id, username } = signedIn(actor);
    await this.deps.sessions.endOthers(user_id, ownSession(actor).id);
    const action = enabled ? 'two-factor.enabled' : 'two-factor.disabled';
    await this.deps.audit.record(action, { target: username });
    await enqueue(em, JOBS.twoFactorChangedMail, { user_id, enabled, link_id });
  }
}
