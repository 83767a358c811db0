import type { EntityManager } from '@mikro-orm/postgresql';
import type { AddressLinkValidity, AddressView, LinkPurpose } from '../../contract/accounts/address.ts';
import { DAY_S } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { randomToken, sha256 } from '../../lib/crypto.ts';
import { conflict, DomainError, invalidField, invalidInput } from '../../lib/errors.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import { signedIn } from '../actor.ts';
import { AddressLink } from '../address-links/address-link.entity.ts';
import {
  issueAddressLink,
  issueUndoLink,
  type LiveLink,
  liveLink,
  takesMail,
  voidAddressChanges,
} from '../address-links/address-link.queries.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Account } from '../identity/account.entity.ts';
import { type AccountRef, actorOf, requireAccount, spellingOf } from '../identity/account.queries.ts';
import { changingAccount } from '../identity/account-lock.queries.ts';
import type { PasswordHasher } from '../identity/password-hasher.ts';
import { NoticeChannel } from '../inbox/inbox.entity.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { Service } from '../service.ts';
import type { KnownDevicesService } from '../sessions/known-devices.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { TwoFactorService } from '../two-factor/two-factor.service.ts';

const addressLinkInvalid = () =>
  invalidInput([{ field: 'token', message: MESSAGES.addressLinkInvalid }], 'ADDRESS_LINK_INVALID');
const unconfirmed = () => conflict('EMAIL_UNCONFIRMED', MESSAGES.addressUnconfirmed);
const tooManyMails = () =>
  new DomainError(
    'rate_limited',
    'TOO_MANY',
    `An email address gets at most ${LIMITS.addressLink.mailsPerDay} of these emails a day, so we did not send another. A link that you already have is still valid.`,
    { retryAfter: DAY_S },
  );
const alreadyConfirmed = () => conflict('EMAIL_CONFIRMED', 'Your email address is already confirmed.');
const addressUnchanged = () => invalidField('email', 'This is already the email address of your account.');

interface Deps {
  knownDevices: KnownDevicesService;
  limits: RateLimits;
  passwords: PasswordHasher;
  sessions: SessionsService;
  settings: SettingsService;
  twoFactor: TwoFactorService;
  audit: AuditService;
}

/** Forgets the failures of mails to an account whose address has changed. */
const forgetMailFailures = (em: EntityManager, account: number) =>
  em.nativeDelete(NoticeChannel, { account, channel: 'email' });

/** The email addresses of accounts: confirming, changing, and undoing a change (docs/product.md "States"). */
export class AddressesService extends Service<Deps> {
  /** Whether addresses are confirmed by link. Without a mail server every address counts as confirmed. */
  get usesLinks(): boolean {
    return this.deps.config.smtpUrl !== undefined;
  }

  async own(): Promise<AddressView> {
    const { em } = this.deps;
    const account = await em.findOneOrFail(Account, { userId: signedIn(this.deps.actor).user_id });
    const asked = await this.#newestConfirmation(account);
    return {
      email: account.email,
      confirmed: account.emailConfirmedAt !== null,
      required: await this.#isRequired(),
      pending: asked && asked.email !== account.email ? asked.email : null,
    };
  }

  /**
   * Checks in the caller's transaction that the signed-in account may submit.
   *
   * @throws DomainError conflict when its address must be confirmed first.
   */
  async requireConfirmed(): Promise<void> {
    const { em, actor } = this.deps;
    if (actor.type !== 'account' || !(await this.#isRequired())) return;
    const confirmed = await em.count(Account, { userId: actor.user_id, emailConfirmedAt: { $ne: null } });
    if (confirmed === 0) throw unconfirmed();
  }

  /** Mails the first link of a new account, in the caller's transaction, unless its address has reached the daily limit. */
  async welcome(account: Account): Promise<void> {
    await this.#askToConfirm(account, account.email);
  }

  /**
   * Mails another link to confirm the address, or the one that is to replace it. Earlier links become invalid.
   *
   * @throws DomainError conflict when the address is confirmed; rate_limited after too many emails of the account or to the
   *   address: earlier links then stay valid.
   */
  async resend(): Promise<void> {
    const own = signedIn(this.deps.actor);
    await this.deps.limits.take('addressMails', own.user_id);
    await changingAccount(this.deps.em, own.user_id, async (account) => {
      const asked = await this.#newestConfirmation(account);
      const isPending = asked && asked.email !== account.email;
      if (account.emailConfirmedAt && !isPending) throw alreadyConfirmed();
      if (!(await this.#askToConfirm(account, isPending ? asked.email : account.email))) throw tooManyMails();
      await this.deps.audit.record('address.link-requested', { target: account.username });
    });
  }

  /**
   * Asks for another address. It replaces the present one when the link mailed there is opened. The present address gets
   * an email with a link that undoes the change, before or after it took effect. The response is the same for an
   * address that another account has: only the email differs. Without a mail server the address changes at once.
   *
   * @throws DomainError invalid when it is the present address; rate_limited after too many emails of the account or to the
   *   address; without a mail server, conflict when another account has the address.
   */
  async change(email: string): Promise<void> {
    const own = signedIn(this.deps.actor);
    await this.deps.limits.take('addressMails', own.user_id);
    await changingAccount(this.deps.em, own.user_id, async (account) => {
      if (spellingOf(email) === spellingOf(account.email)) throw addressUnchanged();
      if (!this.usesLinks) return this.#replace(account, email);
      await this.deps.audit.record('address.change-requested', { target: account.username });
      const undo = await issueUndoLink(this.deps, account);
      if (undo) await enqueue(this.deps.em, JOBS.addressChangeMail, { link_id: undo });
      if (!(await this.#askToConfirm(account, email))) throw tooManyMails();
    });
  }

  /**
   * Confirms the address of an account without a link, for an operator who knows whose it is: the email did not arrive.
   *
   * @throws DomainError not_found for an unknown account; conflict when its address is confirmed, or another account has
   *   confirmed it.
   */
  async confirmFor(who: AccountRef): Promise<void> {
    const { em, clock, audit } = this.deps;
    const { userId, username } = await requireAccount(em, who);
    await changingAccount(em, userId, async (account) => {
      if (account.emailConfirmedAt)
        throw conflict('EMAIL_CONFIRMED', `The email address of ${username} is already confirmed.`);
      account.emailConfirmedAt = clock.now();
      await em.flush();
      await audit.record('address.confirmed', { target: username });
    });
  }

  /** What a link would do. Has no side effects. */
  async validate(token: string): Promise<AddressLinkValidity> {
    const live = await this.#live(token);
    if (!live) return { valid: false, error: MESSAGES.addressLinkInvalid };
    const { link, account } = live;
    return { valid: true, purpose: link.purpose, username: account.username, email: link.email };
  }

  /**
   * Uses a link up: confirms its address, which becomes that of the account, or undoes a change.
   *
   * @throws DomainError invalid when the link is invalid; conflict when another account has confirmed the address
   *   meanwhile; rate_limited after too many invalid links from an IP address.
   */
  async use(token: string): Promise<LinkPurpose> {
    const found = await this.#live(token);
    // The hash that no password has costs time, so it is computed before the transaction, and not for guessed tokens.
    const noPassword = found?.link.purpose === 'undo' ? await this.deps.passwords.hash(randomToken()) : '';
    const used = found && (await this.#use(token, found.account.userId, noPassword));
    if (used) return used;
    await this.deps.limits.takeFrom('addressLinks', this.deps.origin.ip);
    await this.deps.audit.record('address.link-refused');
    throw addressLinkInvalid();
  }

  /** Null when another call used the link in the meantime. */
  #use(token: string, userId: number, noPassword: string): Promise<LinkPurpose | null> {
    const { em, clock } = this.deps;
    return changingAccount(em, userId, async () => {
      const live = await this.#live(token);
      if (!live) return null;
      const { link, account } = live;
      link.usedAt = clock.now();
      await em.flush();
      if (link.purpose === 'confirm') await this.#confirm(account, link.email);
      else await this.#undo(live, noPassword);
      return link.purpose;
    });
  }

  async #confirm(account: Account, email: string): Promise<void> {
    if (account.email !== email) return this.#replace(account, email);
    account.emailConfirmedAt = this.deps.clock.now();
    await this.deps.em.flush();
    await this.deps.audit.record('address.confirmed', { by: actorOf(account), target: account.username });
  }

  async #replace(account: Account, email: string): Promise<void> {
    account.email = email;
    account.emailConfirmedAt = this.deps.clock.now();
    await this.deps.em.flush();
    await forgetMailFailures(this.deps.em, account.userId);
    await this.deps.audit.record('address.changed', { by: actorOf(account), target: account.username });
  }

  /**
   * Restores the address to which the link was mailed. An intruder may know the password, so every session ends, all known
   * browsers are forgotten, second factors added since the link are removed, and the owner sets a new password with a link that
   * is mailed to that address. Later links become invalid, and so does every link that would replace that address again.
   */
  async #undo({ link, account }: LiveLink, noPassword: string): Promise<void> {
    const { em, clock, knownDevices, sessions, twoFactor } = this.deps;
    const now = clock.now();
    account.email = link.email;
    account.emailConfirmedAt = now;
    account.passwordHash = noPassword;
    await em.flush();
    // A deleted link would make an earlier one the newest, and so valid again.
    await em.nativeUpdate(AddressLink, { account, id: { $gt: link.id }, usedAt: null }, { usedAt: now });
    await voidAddressChanges(em, account, now);
    await forgetMailFailures(em, account.userId);
    const ended = await sessions.endAll(account.userId);
    await knownDevices.forgetAll(account);
    await twoFactor.removeAddedSince(account.userId, link.created);
    await this.deps.audit.record('address.change-undone', {
      by: actorOf(account),
      target: account.username,
      detail: { sessions: ended },
    });
  }

  /** Mails a link to an address. False when the address has reached the daily limit. */
  async #askToConfirm(account: Account, email: string): Promise<boolean> {
    const { em, clock } = this.deps;
    if (!(await takesMail(em, email, clock.now(), account.userId))) return false;
    const link = await issueAddressLink(this.deps, account, 'confirm', email);
    await enqueue(em, JOBS.confirmAddressMail, { link_id: link });
    return true;
  }

  async #isRequired(): Promise<boolean> {
    return this.usesLinks && (await this.deps.settings.verifiesEmail());
  }

  /** The newest link to confirm an address, if it is still valid. */
  async #newestConfirmation(account: Account): Promise<AddressLink | null> {
    const { em, clock } = this.deps;
    const options = { orderBy: { id: 'desc' }, refresh: true } as const;
    const link = await em.findOne(AddressLink, { account, purpose: 'confirm' }, options);
    return link && link.usedAt === null && link.expires > clock.now() ? link : null;
  }

  #live(token: string): Promise<LiveLink | null> {
    return liveLink(this.deps.em, { tokenHash: sha256(token) }, this.deps.clock.now());
  }
}
