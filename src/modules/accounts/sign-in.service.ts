import type { z } from 'zod';
import type { zSignedIn } from '../../contract/accounts/account.ts';
import type { Assertion } from '../../contract/accounts/passkeys.ts';
import { type Factors, isCode, type zLoginResult } from '../../contract/accounts/two-factor.ts';
import { addMs, MINUTE_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { randomToken, sha256 } from '../../lib/crypto.ts';
import { type DomainError, unauthenticated } from '../../lib/errors.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Account } from '../identity/account.entity.ts';
import { actorOf, findAccount, presentAccount, spellingOf } from '../identity/account.queries.ts';
import { lockAccount } from '../identity/account-lock.queries.ts';
import type { PasswordHasher } from '../identity/password-hasher.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { Service } from '../service.ts';
import type { KnownDevicesService } from '../sessions/known-devices.service.ts';
import { PendingSignIn } from '../sessions/session.entity.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { factorsOf, isProtected } from '../two-factor/factors.queries.ts';
import type { PasskeysService } from '../two-factor/passkeys.service.ts';
import type { CodeRefusal } from '../two-factor/second-factor.ts';
import { refusalError, wrongPasskey } from '../two-factor/two-factor.presenter.ts';
import type { TwoFactorService } from '../two-factor/two-factor.service.ts';

export type SignedIn = z.infer<typeof zSignedIn>;
type NeedsCode = Extract<z.infer<typeof zLoginResult>, { requires2FA: true }>;

interface Done<Result> {
  kind: 'done';
  result: Result;
}

/** A value, not an error, so that the transaction that counted the code can commit. */
interface CodeRefused {
  kind: 'codeRefused';
  refusal: CodeRefusal;
}

/** What a sign-in led to; `suspended` if the proofs are right. */
type Outcome<Result> = Done<Result> | CodeRefused | { kind: 'suspended' | 'wrong' };

const WRONG = { kind: 'wrong' } as const;
const SUSPENDED = { kind: 'suspended' } as const;

const { pendingMinutes, triesPerPendingToken } = LIMITS.wrongCodes;

const wrongCredentials = () => unauthenticated('BAD_CREDENTIALS', 'The username or the password is wrong.');
const suspendedAccount = (contact: string | null) =>
  unauthenticated(
    'ACCOUNT_SUSPENDED',
    contact === null
      ? 'Your account is suspended. Only an admin of this site can activate it again.'
      : `Your account is suspended. Only an admin of this site can activate it again: write to ${contact}.`,
  );
const deadPendingToken = () => unauthenticated('PENDING_ENDED', 'This login has ended. Please log in again.');
const noPendingToken = () => unauthenticated('PENDING_MISSING', MESSAGES.noPendingToken);

interface Deps {
  knownDevices: KnownDevicesService;
  limits: RateLimits;
  passkeys: PasskeysService;
  passwords: PasswordHasher;
  sessions: SessionsService;
  settings: SettingsService;
  twoFactor: TwoFactorService;
  audit: AuditService;
}

/**
 * Signing in: with the password, then the code if the account has a second factor; or with a passkey (docs/product.md
 * "States").
 */
export class SignInService extends Service<Deps> {
  /**
   * Signs in by username or email address. An unknown name, a wrong password, and an account whose attempts were used up
   * with its other identifier get the same response after the same time. Only a correct password reveals that an account
   * is suspended. With a second factor, the code may be sent along; otherwise the result is a pending token.
   *
   * @param heldToken of the session that the browser holds; it ends when the same account signs in
   * @throws DomainError unauthenticated for wrong credentials, a suspended account or a wrong code; rate_limited after
   *   too many failures with the same input (even for correct credentials), and while codes are blocked; unavailable
   *   when failures cannot be counted.
   */
  async login(
    username: string,
    password: string,
    code: string | null,
    heldToken: string | null = null,
  ): Promise<SignedIn | NeedsCode> {
    const { em, limits, origin, passwords } = this.deps;
    const found = await findAccount(em, username);
    const device = found && (await this.deps.knownDevices.find(found));
    const counted = await limits.takeSignIn(origin.ip, spellingOf(username), found, device);
    const matches = (await passwords.verify(found?.passwordHash, password)) && counted.refusal === null;
    const known = found && matches ? await this.#rehashed(found, password) : null;
    const replaces = heldToken === null ? null : sha256(heldToken);
    const outcome = await em.transactional(async (): Promise<Outcome<SignedIn | NeedsCode>> => {
      if (!found || !matches) return WRONG;
      // The account may have been reset, suspended or enrolled while the password was checked: read it again, locked.
      const account = await lockAccount(em, found.userId);
      if (!(await passwords.stillMatches(account.passwordHash, password, known))) return WRONG;
      return account.accountStatus === 'Active' ? this.#afterPassword(account, code, replaces) : SUSPENDED;
    });
    if (outcome.kind !== 'wrong') await counted.succeeded();
    switch (outcome.kind) {
      case 'done':
        return outcome.result;
      case 'codeRefused':
        throw refusalError(outcome.refusal, 'unauthenticated');
      case 'suspended':
        await this.#recordFailure(found, username, { suspended: true });
        throw await this.#suspendedError();
      case 'wrong':
        await this.#recordFailure(found, username, counted.refusal && { limit: 'signInAccount' });
        if (limits.isRepeated(password, spellingOf(username)))
          await this.deps.audit.record('sign-in.one-password-alarm', {
            detail: { accounts: LIMITS.repeatedPassword.accounts },
          });
        throw wrongCredentials();
    }
  }

  /**
   * Completes a sign-in that waits for its code. The pending token is valid once, for five minutes and five attempts.
   *
   * @throws DomainError unauthenticated for a missing or expired token or a wrong code, rate_limited while codes are
   *   blocked.
   */
  async verify(pendingToken: string | null, code: string | null): Promise<SignedIn> {
    if (pendingToken === null) throw noPendingToken();
    if (code === null || !isCode(code))
      throw refusalError({ reason: 'malformed', waitSeconds: null }, 'unauthenticated');
    const { em } = this.deps;
    const outcome = await em.transactional(async () => {
      const pending = await this.#livePending(pendingToken);
      if (!pending) return null;
      const tried = await this.#tryCode(pending.account, code, pending.replaces ?? null);
      if (tried.kind === 'done') await em.nativeDelete(PendingSignIn, { tokenHash: pending.tokenHash });
      else if (tried.refusal.reason === 'wrong') pending.tries += 1;
      return tried;
    });
    if (!outcome) throw deadPendingToken();
    if (outcome.kind === 'done') return outcome.result;
    throw refusalError(outcome.refusal, 'unauthenticated');
  }

  /**
   * Signs in with a passkey, which proves possession and, by a PIN or biometrics, its owner, so it replaces both steps. Only
   * attempts from one address are limited: nobody can guess a passkey, so strangers must not be able to use up a budget of
   * its owner.
   *
   * @param heldToken of the session that the browser holds; it ends when the same account signs in
   * @throws DomainError unauthenticated for a refused passkey or a suspended account; rate_limited after too many
   *   attempts; unavailable when attempts cannot be counted.
   */
  async withPasskey(credential: Assertion, heldToken: string | null): Promise<SignedIn> {
    const { em, limits, origin, passkeys, audit } = this.deps;
    await limits.takeFrom('signInAddress', origin.ip, null);
    const replaces = heldToken === null ? null : sha256(heldToken);
    const fresh = await passkeys.spendChallenge(credential, 'sign-in');
    const userId = fresh ? await passkeys.claimedBy(credential) : null;
    const outcome = await em.transactional(async () => {
      if (userId === null) return WRONG;
      const account = await lockAccount(em, userId);
      if (!(await passkeys.accept(userId, credential))) return WRONG;
      return account.accountStatus === 'Active' ? this.#complete(account, 'passkey', replaces) : SUSPENDED;
    });
    if (outcome.kind === 'done') return outcome.result;
    const suspended = outcome.kind === 'suspended';
    const detail = { by: 'passkey', ...(suspended && { suspended }) };
    await audit.record('sign-in.failed', { target: null, detail });
    throw suspended ? await this.#suspendedError() : wrongPasskey('unauthenticated');
  }

  /** Records a failed attempt. Enough of them enqueue an email, also for an unknown name: the response time reveals nothing. */
  async #recordFailure(
    found: Account | null,
    username: string,
    detail: Record<string, unknown> | null,
  ): Promise<void> {
    const { audit, em, limits } = this.deps;
    if (await limits.completesFailures(found?.userId ?? spellingOf(username)))
      await enqueue(em, JOBS.failedSignInsMail, { user_id: found?.userId ?? null });
    await audit.record('sign-in.failed', { target: found?.username ?? null, ...(detail && { detail }) });
  }

  async #suspendedError(): Promise<DomainError> {
    return suspendedAccount((await this.deps.settings.legalNotice()).email);
  }

  /** Opens a session for an account that may sign in, in the caller's transaction. Its browser is known from now on. */
  async open(account: Account): Promise<string> {
    account.lastLogin = this.deps.clock.now();
    await this.deps.em.flush();
    await this.deps.knownDevices.remember(account);
    return this.deps.sessions.open(account);
  }

  /**
   * Signs in an account that has given every proof, in the caller's transaction.
   *
   * @param by the last proof
   * @param replaces the hash of the session that the browser held: a new session must not leave it behind
   */
  async #complete(account: Account, by: string, replaces: string | null): Promise<Done<SignedIn>> {
    if (replaces !== null) await this.deps.sessions.endHeld(account.userId, replaces);
    const token = await this.open(account);
    await this.deps.audit.record('sign-in', {
      by: actorOf(account),
      target: account.username,
      detail: { by },
    });
    return { kind: 'done', result: { user: presentAccount(account), token } };
  }

  /** Continues after a correct password, with the account locked. */
  async #afterPassword(
    account: Account,
    code: string | null,
    replaces: string | null,
  ): Promise<Done<SignedIn | NeedsCode> | CodeRefused> {
    const factors = await factorsOf(this.deps.em, account.userId);
    if (!isProtected(factors)) return this.#complete(account, 'password', replaces);
    if (code === null) return this.#awaitCode(account, factors, replaces);
    return this.#tryCode(account, code, replaces);
  }

  /** The account's password hash, renewed if it was made with weaker parameters than the current ones. */
  async #rehashed({ userId, passwordHash: known }: Account, password: string): Promise<string> {
    const { em, passwords } = this.deps;
    if (!passwords.needsRehash(known)) return known;
    const passwordHash = await passwords.hash(password);
    // Replaces only the hash that was checked, so that a password changed in the meantime stays.
    await em.nativeUpdate(Account, { userId, passwordHash: known }, { passwordHash });
    return passwordHash;
  }

  async #awaitCode(account: Account, factors: Factors, replaces: string | null): Promise<Done<NeedsCode>> {
    const pendingToken = randomToken();
    const expires = addMs(this.deps.clock.now(), pendingMinutes * MINUTE_MS);
    await this.deps.em.insert(PendingSignIn, {
      tokenHash: sha256(pendingToken),
      account,
      expires,
      replaces,
    });
    await this.deps.audit.record('sign-in.code-awaited', { target: account.username });
    const retryAfter = await this.deps.twoFactor.blockedFor(account.userId);
    const result = {
      requires2FA: true,
      pendingToken,
      ...(factors.passkeys > 0 && { factors }),
      ...(retryAfter !== null && { retryAfter }),
    } as const;
    return { kind: 'done', result };
  }

  async #tryCode(
    account: Account,
    code: string,
    replaces: string | null,
  ): Promise<Done<SignedIn> | CodeRefused> {
    const outcome = await this.deps.twoFactor.try(account.userId, code);
    if (outcome.accepted) return this.#complete(account, outcome.by, replaces);
    const { refusal } = outcome;
    await this.deps.audit.record('sign-in.code-refused', {
      by: actorOf(account),
      target: account.username,
      detail: { ...refusal },
    });
    return { kind: 'codeRefused', refusal };
  }

  /**
   * The pending sign-in of a valid token, with its account locked, so that only one of several parallel calls
   * succeeds.
   */
  async #livePending(token: string): Promise<PendingSignIn | null> {
    const { em, clock } = this.deps;
    const filter = { tokenHash: sha256(token) };
    const waiting = await em.findOne(PendingSignIn, filter);
    if (!waiting) return null;
    const account = await lockAccount(em, waiting.account.userId);
    const pending = await em.findOne(PendingSignIn, filter, { refresh: true });
    const alive =
      pending &&
      pending.expires > clock.now() &&
      pending.tries < triesPerPendingToken &&
      account.accountStatus === 'Active';
    return alive ? pending : null;
  }
}
