import { LockMode } from '@mikro-orm/postgresql';
import { normaliseCode } from '../../contract/accounts/two-factor.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { sha256 } from '../../lib/crypto.ts';
import { DomainError } from '../../lib/errors.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { twoFactorChangedMail } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import { signedIn } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Account } from '../identity/account.entity.ts';
import { changingAccount } from '../identity/account-lock.queries.ts';
import type { RequestScope } from '../scope.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { type CodeOutcome, refusalError, tryCode } from './second-factor.ts';
import { ISSUER, newRecoveryCode, newSecret, otpAuthUri } from './totp.ts';
import { RecoveryCode, TwoFactor } from './two-factor.entity.ts';

export interface Setup {
  qrCode: string;
  manualEntryKey: string;
  accountName: string;
  issuer: string;
}

const notSetUp = () =>
  new DomainError('conflict', 'NOT_SET_UP', 'Two-factor authentication is not set up for this account.');
const alreadyEnabled = () =>
  new DomainError('conflict', 'ALREADY_ENABLED', 'Two-factor authentication is already enabled.');

interface Deps extends RequestScope {
  secretBox: SecretBox;
  sessions: SessionsService;
  audit: AuditService;
}

/**
 * Manages an account's second factor: setup, enabling with a first code, disabling with another (docs/product.md
 * "States").
 */
export class TwoFactorService {
  /** @see refusalError */
  readonly refusalError = refusalError;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async status(): Promise<{ is2FAEnabled: boolean; recoveryCodesLeft: number }> {
    const { user_id: userId } = signedIn(this.#deps.actor);
    const is2FAEnabled = await this.isEnabled(userId);
    const left = await this.#deps.em.count(RecoveryCode, { account: userId, usedAt: null });
    return { is2FAEnabled, recoveryCodesLeft: is2FAEnabled ? left : 0 };
  }

  /** Whether signing in to this account requires a code. */
  async isEnabled(userId: number): Promise<boolean> {
    return (await this.#deps.em.count(TwoFactor, { account: userId, enabledAt: { $ne: null } })) > 0;
  }

  /** Creates a new secret and replaces an unconfirmed one. @throws DomainError conflict when enabled. */
  async setUp(): Promise<Setup> {
    const { em, secretBox, actor } = this.#deps;
    return changingAccount(em, signedIn(actor).user_id, async ({ userId, username }) => {
      if (await this.isEnabled(userId)) throw alreadyEnabled();
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
   * Enables the second factor with a first code and ends the account's other sessions. Returns the recovery codes,
   * which cannot be read again.
   *
   * @throws DomainError invalid for a wrong code, conflict when enabled or not set up, rate_limited while blocked.
   */
  async verify(code: string): Promise<string[]> {
    return this.#withCode(code, false, async (factor) => {
      const codes = Array.from({ length: LIMITS.twoFactor.recoveryCodes }, newRecoveryCode);
      factor.enabledAt = this.#deps.clock.now();
      await this.#deps.em.nativeDelete(RecoveryCode, { account: factor.account });
      await this.#deps.em.insertMany(
        RecoveryCode,
        codes.map((plain) => ({ account: factor.account, codeHash: sha256(normaliseCode(plain)) })),
      );
      await this.#changed(true);
      return codes;
    });
  }

  /**
   * Disables the second factor with a code, and ends the account's other sessions.
   *
   * @throws DomainError invalid for a wrong code, conflict when not enabled, rate_limited while blocked.
   */
  async disable(code: string): Promise<void> {
    await this.#withCode(code, true, async (factor) => {
      await this.#remove(factor.account.userId);
      await this.#changed(false);
    });
  }

  /**
   * Removes an account's second factor after its owner lost it, from the command line. Every session ends.
   *
   * @throws DomainError conflict when it is not enabled.
   */
  async reset(account: Account): Promise<void> {
    const { em } = this.#deps;
    await changingAccount(em, account.userId, async () => {
      if (!(await this.isEnabled(account.userId))) throw notSetUp();
      await this.#remove(account.userId);
      await this.#deps.sessions.endAll(account.userId);
      await this.#deps.audit.record({ action: 'two-factor.reset', target: account.username });
      await enqueue(em, twoFactorChangedMail, { user_id: account.userId, enabled: false });
    });
  }

  /** Checks a code against the account's second factor, in the caller's transaction. */
  try(userId: number, code: string): Promise<CodeOutcome> {
    const { secretBox } = this.#deps;
    return tryCode(this.#deps, userId, code, ({ secret, keyId }) =>
      secretBox.open({ keyId, text: secret }, String(userId)),
    );
  }

  /** Re-encrypts secrets of former keys with the current key, and returns their number. */
  async rotateSecrets(): Promise<number> {
    const { em, secretBox } = this.#deps;
    return em.transactional(async () => {
      const stale = await em.find(
        TwoFactor,
        { keyId: { $ne: secretBox.currentKeyId } },
        { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { account: 'asc' } },
      );
      for (const factor of stale) {
        const owner = String(factor.account.userId);
        const plain = secretBox.open({ keyId: factor.keyId, text: factor.secret }, owner);
        const sealed = secretBox.seal(plain, owner);
        factor.secret = sealed.text;
        factor.keyId = sealed.keyId;
      }
      await this.#deps.audit.record({ action: 'secrets.rotated', detail: { count: stale.length } });
      return stale.length;
    });
  }

  /**
   * Runs `work` if the code is correct. A wrong code is counted in a committed transaction before the error is
   * thrown.
   */
  async #withCode<T>(code: string, enabled: boolean, work: (factor: TwoFactor) => Promise<T>): Promise<T> {
    const { em, actor } = this.#deps;
    const result = await changingAccount(em, signedIn(actor).user_id, async ({ userId, username }) => {
      const factor = await em.findOne(TwoFactor, { account: userId });
      if (!factor) throw notSetUp();
      if ((factor.enabledAt !== null) !== enabled) throw enabled ? notSetUp() : alreadyEnabled();
      const outcome = await this.try(userId, code);
      if (outcome.accepted) return { done: await work(factor) };
      await this.#deps.audit.record({
        action: 'two-factor.refused',
        target: username,
        detail: { ...outcome.refusal },
      });
      return outcome;
    });
    if ('done' in result) return result.done;
    throw refusalError(result.refusal, 'invalid');
  }

  async #remove(userId: number): Promise<void> {
    await this.#deps.em.nativeDelete(RecoveryCode, { account: userId });
    await this.#deps.em.nativeDelete(TwoFactor, { account: userId });
  }

  async #changed(enabled: boolean): Promise<void> {
    const { em, actor } = this.#deps;
    const { user_id, username, sessionHash } = signedIn(actor);
    await this.#deps.sessions.endOthers(user_id, sessionHash);
    await this.#deps.audit.record({
      action: enabled ? 'two-factor.enabled' : 'two-factor.disabled',
      target: username,
    });
    await enqueue(em, twoFactorChangedMail, { user_id, enabled });
  }
}
