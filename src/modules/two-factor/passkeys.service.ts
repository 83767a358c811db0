import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Assertion, NewCredential, PasskeyView } from '../../contract/accounts/passkeys.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import { ownSession, signedIn } from '../actor.ts';
import { issueUndoLink } from '../address-links/address-link.queries.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { changingAccount } from '../identity/account-lock.queries.ts';
import { Service } from '../service.ts';
import { deviceOf } from '../sessions/session.presenter.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { factorsOf, isProtected } from './factors.queries.ts';
import { type ChallengeUse, PasskeyChallenges } from './passkey-challenges.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { Passkey, TwoFactor } from './two-factor.entity.ts';
import { wrongPasskey } from './two-factor.presenter.ts';
import type { TwoFactorService } from './two-factor.service.ts';
import {
  type CreationOptions,
  challengeOf,
  creationOptions,
  type RequestOptions,
  requestOptions,
  verifiedCredential,
  verifiedUse,
} from './webauthn.ts';

const tooMany = () =>
  conflict('TOO_MANY_PASSKEYS', `An account can have ${LIMITS.passkeys.max} passkeys. Remove one first.`);

const present = ({ id, name, created, lastUsed, synced }: Passkey): PasskeyView => ({
  id,
  name,
  created: created.toISOString(),
  lastUsed: lastUsed?.toISOString() ?? null,
  synced,
});

interface Deps {
  sessions: SessionsService;
  twoFactor: TwoFactorService;
  audit: AuditService;
}

/**
 * An account's passkeys: each signs in without the password, is a second factor after it, and confirms the identity of
 * its owner (docs/security.md "Decided").
 */
export class PasskeysService extends Service<Deps> {
  readonly #challenges = new PasskeyChallenges(this.deps.config.secret);

  /** The caller's passkeys, the oldest first. */
  async list(): Promise<PasskeyView[]> {
    return (await this.#own()).map(present);
  }

  /** What the caller's browser needs to create a passkey. */
  async creationOptions(): Promise<CreationOptions> {
    const own = signedIn(this.deps.actor);
    return creationOptions(this.deps.config, this.#challenge('register'), own, await this.#own());
  }

  /**
   * Adds a passkey, and ends the account's other sessions. The owner gets an email with a link that undoes it, in case an
   * intruder did it. The first factor of an account comes with recovery codes.
   *
   * @throws DomainError invalid when the response is refused; conflict when the account has too many passkeys.
   */
  async add(credential: NewCredential): Promise<{ passkey: PasskeyView; recoveryCodes: string[] }> {
    const { em, config, clock, origin } = this.deps;
    const { user_id } = signedIn(this.deps.actor);
    if (!(await this.spendChallenge(credential, 'register'))) throw wrongPasskey('invalid');
    return changingAccount(em, user_id, async (account) => {
      const before = await factorsOf(em, user_id);
      if (before.passkeys >= LIMITS.passkeys.max) throw tooMany();
      const verified = await verifiedCredential(config, credential);
      if (!verified) throw wrongPasskey('invalid');
      const undo = await issueUndoLink(this.deps, account);
      const name = deviceOf(origin.userAgent).slice(0, LIMITS.passkeys.name);
      const passkey = em.create(Passkey, { ...verified, account, name, created: clock.now() });
      // The only unique value of the row is the authenticator's id.
      await em
        .persist(passkey)
        .flush()
        .catch((error: unknown) => {
          throw error instanceof UniqueConstraintViolationException ? wrongPasskey('invalid') : error;
        });
      // Its row counts the wrong recovery codes.
      await em.upsert(TwoFactor, { account: user_id }, { onConflictAction: 'ignore' });
      const recoveryCodes = isProtected(before) ? [] : await issueRecoveryCodes(em, user_id);
      await this.#changed('passkey.added', passkey.name, true, undo);
      return { passkey: present(passkey), recoveryCodes };
    });
  }

  /** @throws DomainError not_found for a passkey of another account. */
  async rename(id: string, name: string): Promise<PasskeyView> {
    const { em, actor, audit } = this.deps;
    const own = signedIn(actor);
    return changingAccount(em, own.user_id, async () => {
      const passkey = await this.#find(id);
      const detail = { before: passkey.name, after: name };
      passkey.name = name;
      await em.flush();
      await audit.record('passkey.renamed', { target: own.username, detail });
      return present(passkey);
    });
  }

  /**
   * Removes a passkey, and ends the account's other sessions. With the last factor, the recovery codes go too.
   *
   * @throws DomainError not_found for a passkey of another account.
   */
  async remove(id: string): Promise<void> {
    const { em, actor, twoFactor } = this.deps;
    const { user_id } = signedIn(actor);
    await changingAccount(em, user_id, async () => {
      const passkey = await this.#find(id);
      await em.nativeDelete(Passkey, { id });
      await twoFactor.forgetUnprotected(user_id);
      await this.#changed('passkey.removed', passkey.name, false);
    });
  }

  /** What a browser needs to sign in with a passkey of any account, or to confirm the identity of the caller. */
  async requestOptions(purpose: 'sign-in' | 'confirm'): Promise<RequestOptions> {
    const known = purpose === 'confirm' ? await this.#own() : [];
    return requestOptions(this.deps.config, this.#challenge(purpose), known);
  }

  /** Uses up the challenge that a response answers. @returns false when it was not issued for this, or is used up */
  spendChallenge(credential: Assertion | NewCredential, purpose: ChallengeUse['purpose']): Promise<boolean> {
    const { em, clock } = this.deps;
    return this.#challenges.spend(em, challengeOf(credential), this.#use(purpose), clock.now());
  }

  /** The account whose passkey a response claims to be; null for none. */
  async claimedBy({ id }: Assertion): Promise<number | null> {
    const passkey = await this.deps.em.findOne(Passkey, { credentialId: id });
    return passkey?.account.userId ?? null;
  }

  /**
   * Checks a response whose challenge was used up, in the caller's transaction with the account locked.
   *
   * @returns whether it is of a passkey of this account
   */
  async accept(userId: number, assertion: Assertion): Promise<boolean> {
    const { em, config, clock } = this.deps;
    const own = { account: userId, credentialId: assertion.id };
    const passkey = await em.findOne(Passkey, own, { refresh: true });
    const use = passkey && (await verifiedUse(config, passkey, assertion));
    if (!use) return false;
    await em.nativeUpdate(Passkey, own, { ...use, lastUsed: clock.now() });
    return true;
  }

  async #own(): Promise<Passkey[]> {
    const { em, actor } = this.deps;
    const own = { account: signedIn(actor).user_id };
    // Every transaction starts with a check of the caller's rights, so this read needs one.
    return em.transactional(() => em.find(Passkey, own, { orderBy: { created: 'asc', id: 'asc' } }));
  }

  async #find(id: string): Promise<Passkey> {
    const { em, actor } = this.deps;
    const passkey = await em.findOne(Passkey, { id, account: signedIn(actor).user_id });
    if (!passkey) throw notFound('passkey');
    return passkey;
  }

  #use(purpose: ChallengeUse['purpose']): ChallengeUse {
    return { purpose, sessionId: purpose === 'sign-in' ? '' : ownSession(this.deps.actor).id };
  }

  #challenge(purpose: ChallengeUse['purpose']): Uint8Array<ArrayBuffer> {
    return this.#challenges.issue(this.#use(purpose), this.deps.clock.now());
  }

  async #changed(action: string, name: string, added: boolean, link_id: string | null = null): Promise<void> {
    const { em, actor, sessions, audit } = this.deps;
    const { user_id, username } = signedIn(actor);
    await sessions.endOthers(user_id, ownSession(actor).id);
    await audit.record(action, { target: username, detail: { name } });
    await enqueue(em, JOBS.passkeyChangedMail, { user_id, added, link_id });
  }
}
