import type { ResetValidity } from '../../contract/accounts/password-reset.ts';
import { addMs, MINUTE_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { values } from '../../db/query.ts';
import { sha256 } from '../../lib/crypto.ts';
import { invalidInput } from '../../lib/errors.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import type { PasswordService } from '../accounts/password.service.ts';
import { takesMail } from '../address-links/address-link.queries.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { actorOf, spellingOf } from '../identity/account.queries.ts';
import { changingAccount, keptAccounts } from '../identity/account-lock.queries.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { Service } from '../service.ts';
import type { KnownDevicesService } from '../sessions/known-devices.service.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { findForgotten, type LiveReset, liveReset, resetToken } from './password-reset.queries.ts';

const resetLinkInvalid = () =>
  invalidInput([{ field: 'token', message: MESSAGES.resetLinkInvalid }], 'RESET_LINK_INVALID');

interface Deps {
  limits: RateLimits;
  password: PasswordService;
  knownDevices: KnownDevicesService;
  audit: AuditService;
}

/** Resets a forgotten password with a link that is mailed to the account (docs/product.md "States"). */
export class PasswordResetService extends Service<Deps> {
  /**
   * Requests a link that is valid for half an hour; earlier links become invalid. Unknown and suspended accounts get
   * no email, but run the same statements, so that neither the response nor its time reveals anything. An account with
   * too many requests gets no email either: an error would reveal which name belongs to which address. Its last link
   * stays valid. The same is true of an unconfirmed address that has reached its daily limit: its owner may be another person.
   *
   * @param identifier a user name or an email address
   * @throws DomainError rate_limited after too many requests from an IP address or for the same identifier, known
   *   or not.
   */
  async request(identifier: string): Promise<void> {
    const { em, clock, config, limits, origin } = this.deps;
    await limits.takeFrom('resetAddress', origin.ip);
    const typed = spellingOf(identifier);
    await limits.take('resetTyped', typed);
    const account = await findForgotten(em, identifier);
    const refusal = await limits.takeSilently('resetAccount', account?.userId ?? typed);
    const id = uuid7();
    const now = clock.now();
    await em.transactional(async () => {
      const takes = await takesMail(em, account?.email ?? typed, now, null);
      const [isActive] = await values(em)<boolean>`select true from ${keptAccounts([account?.userId ?? 0])}`;
      const hasRoom = takes || Boolean(account?.emailConfirmedAt);
      const limit = refusal ? 'resetAccount' : hasRoom ? null : 'mailsPerDay';
      const getsMail = account && isActive && limit === null;
      await em.insert(PasswordReset, {
        id,
        tokenHash: sha256(resetToken(config.secret, id)),
        account: getsMail ? account.userId : null,
        email: getsMail ? account.email : null,
        requestedAt: now,
        expires: addMs(now, LIMITS.passwordReset.minutes * MINUTE_MS),
      });
      await enqueue(em, JOBS.passwordResetMail, { reset_id: id });
      // The identifier is not recorded: it may be anything, even a password.
      await this.deps.audit.record('password.reset-requested', {
        target: account?.username,
        ...(limit && { detail: { limit } }),
      });
    });
  }

  /** Whether a link is valid, and for which account. Has no side effects. */
  async validate(token: string): Promise<ResetValidity> {
    const live = await this.#live(token);
    return live
      ? { valid: true, username: live.account.username }
      : { valid: false, error: MESSAGES.resetLinkInvalid };
  }

  /**
   * Sets a new password and invalidates the link. Every session of the account ends, its owner is notified by mail,
   * and the caller is not signed in: the next sign-in requires the second factor as usual.
   *
   * @throws DomainError invalid when the link is invalid, or when the password is refused (the link then stays
   *   valid); rate_limited after too many invalid links from an IP address, counted together with its requests.
   */
  async reset(token: string, newPassword: string): Promise<void> {
    const found = await this.#live(token);
    // The hash costs time, so it is computed before the transaction, and not for guessed tokens.
    if (found) {
      const { account } = found;
      const passwordHash = await this.deps.password.hash(account, newPassword);
      if (await this.#use(token, account.userId, passwordHash)) {
        await this.deps.limits.forgetSignIns(account.userId);
        return;
      }
    }
    // Counted only now: a valid link must work regardless of what others in the network tried.
    await this.deps.limits.takeFrom('resetAddress', this.deps.origin.ip);
    await this.deps.audit.record('password.reset-refused');
    throw resetLinkInvalid();
  }

  /** False when another call used the link in the meantime. */
  #use(token: string, userId: number, passwordHash: string): Promise<boolean> {
    const { em, clock } = this.deps;
    return changingAccount(em, userId, async (account) => {
      const live = await this.#live(token);
      if (!live) return false;
      live.reset.usedAt = clock.now();
      await em.flush();
      const by = actorOf(account);
      await this.deps.password.set(account, passwordHash, 'password.reset', by);
      // So that the owner can sign in here while strangers keep unknown browsers locked.
      await this.deps.knownDevices.remember(account);
      return true;
    });
  }

  #live(token: string): Promise<LiveReset | null> {
    return liveReset(this.deps.em, { tokenHash: sha256(token) }, this.deps.clock.now());
  }
}
