import { randomUUIDv7 } from 'node:crypto';
import type { ResetValidity } from '../../contract/accounts/password-reset.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { sha256 } from '../../lib/crypto.ts';
import { DomainError } from '../../lib/errors.ts';
import { passwordResetMail } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import type { PasswordService } from '../accounts/password.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { actorOf, findAccount, spellingOf } from '../identity/account.queries.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { RequestScope } from '../scope.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { type LiveReset, liveReset } from './password-reset.queries.ts';
import { resetToken } from './reset-token.ts';

const deadLink = () =>
  new DomainError('invalid', 'RESET_LINK_INVALID', MESSAGES.resetLinkInvalid, {
    details: [MESSAGES.resetLinkInvalid],
    fields: { token: MESSAGES.resetLinkInvalid },
  });

interface Deps extends RequestScope {
  limits: RateLimits;
  password: PasswordService;
  audit: AuditService;
}

/** A new password for who forgot the old one, by a link sent to the account's address (docs/product.md "States"). */
export class PasswordResetService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Asks for a link that works for half an hour; the links asked for before are void. Who is unknown or suspended
   * gets no mail, and costs the same statements: neither answer nor time tells. Nor does an account that was asked
   * for too often get one: told of, its limit would say which name has which address. The last link sent works on.
   *
   * @param identifier a user name or a mail address
   * @throws DomainError rate_limited after too many requests of an address, or with the same text, known or not.
   */
  async request(identifier: string): Promise<void> {
    const { em, clock, config, limits, origin } = this.#deps;
    await limits.takeFrom('resetAddress', origin.ip);
    const typed = spellingOf(identifier);
    await limits.take('resetTyped', typed);
    const account = await findAccount(em, identifier);
    const refusal = await limits.takeSilently('resetAccount', account?.userId ?? typed);
    const getsMail = account?.accountStatus === 'Active' && refusal === null;
    const id = randomUUIDv7();
    const now = clock.now();
    await em.transactional(async () => {
      await em.insert(PasswordReset, {
        id,
        tokenHash: sha256(resetToken(config.secret, id)),
        account: getsMail ? account.userId : null,
        requestedAt: now,
        expires: new Date(now.getTime() + LIMITS.passwordReset.minutes * 60_000),
      });
      await enqueue(em, passwordResetMail, { reset_id: id });
      // What was typed is not told: it may be anything, a password too.
      await this.#deps.audit.record({
        action: 'password.reset-requested',
        target: account?.username,
        ...(refusal && { detail: { limit: 'resetAccount' } }),
      });
    });
  }

  /** Whether a link works, and for whom. Looking changes nothing. */
  async validate(token: string): Promise<ResetValidity> {
    const live = await this.#live(token);
    return live
      ? { valid: true, username: live.account.username }
      : { valid: false, error: MESSAGES.resetLinkInvalid };
  }

  /**
   * Sets a new password and uses the link up. Every session of the account ends, a mail tells its owner, and nobody
   * is signed in: the next sign-in asks for the second factor as ever.
   *
   * @throws DomainError invalid when the link does not work or the password is refused; the link then works on.
   *   rate_limited when it does not work and its address tried too many, counted with its requests.
   */
  async reset(token: string, newPassword: string): Promise<void> {
    // Guesses are told before a password is hashed for them.
    const live = await this.#live(token);
    if (live && (await this.#use(token, newPassword))) {
      await this.#deps.limits.forgetSignIns(live.account.userId);
      return;
    }
    // Counted only now: who holds a link that works may use it, whatever others of the network tried.
    await this.#deps.limits.takeFrom('resetAddress', this.#deps.origin.ip);
    await this.#deps.audit.record({ action: 'password.reset-refused' });
    throw deadLink();
  }

  /** False when another call used the link up meanwhile. */
  #use(token: string, newPassword: string): Promise<boolean> {
    const { em, clock } = this.#deps;
    return em.transactional(async () => {
      const live = await this.#live(token, true);
      if (!live) return false;
      live.reset.usedAt = clock.now();
      await em.flush();
      const by = actorOf(live.account);
      await this.#deps.password.set(live.account, newPassword, { action: 'password.reset', by });
      return true;
    });
  }

  #live(token: string, lock = false): Promise<LiveReset | null> {
    return liveReset(this.#deps.em, { tokenHash: sha256(token) }, this.#deps.clock.now(), lock);
  }
}
