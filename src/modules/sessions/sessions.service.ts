import { databaseProblemOf } from '../../db/problems.ts';
import { publish } from '../../events/publish.ts';
import { randomToken, sha256 } from '../../lib/crypto.ts';
import { notFound } from '../../lib/errors.ts';
import { type Actor, deadSession } from '../actor.ts';
import type { Account } from '../identity/account.entity.ts';
import type { RequestScope } from '../scope.ts';
import { PendingSignIn } from './pending-sign-in.entity.ts';
import { Session } from './session.entity.ts';

/** `lastSeen` is written at most this often: reads must not become writes. */
const SEEN_EVERY_MS = 60_000;

/** Sign-ins: made, looked up on every call, ended (docs/decisions/0008-opaque-sessions.md, docs/security.md "Decided"). */
export class SessionsService {
  readonly #scope: Omit<RequestScope, 'actor'>;

  constructor(scope: Omit<RequestScope, 'actor'>) {
    this.#scope = scope;
  }

  /** Signs an account in; the token is told once and stored as a hash. */
  async open(account: Account): Promise<string> {
    const { em, clock, config, origin } = this.#scope;
    const token = randomToken();
    const now = clock.now();
    await em.insert(Session, {
      tokenHash: sha256(token),
      account,
      created: now,
      lastSeen: now,
      expires: new Date(now.getTime() + config.session.maxMs),
      ip: origin.ip,
      userAgent: origin.userAgent?.slice(0, 400) ?? null,
    });
    return token;
  }

  /**
   * The actor of a token, with role and status as they are now, so that a suspension or a demotion works on the
   * next call.
   *
   * @param isUse false when nobody asks for anything: an open socket alone keeps no session alive
   * @throws DomainError unauthenticated when the session is unknown, expired, idle too long, or its account
   *   suspended.
   */
  async resolve(token: string, isUse = true): Promise<Actor & { type: 'account' }> {
    const { em, clock, config } = this.#scope;
    const session = await em.findOne(Session, { tokenHash: sha256(token) }, { populate: ['account'] });
    const now = clock.now();
    const alive =
      session &&
      session.expires > now &&
      now.getTime() - session.lastSeen.getTime() < config.session.idleMs &&
      session.account.accountStatus === 'Active';
    if (!alive) throw deadSession();
    if (isUse && now.getTime() - session.lastSeen.getTime() > SEEN_EVERY_MS) await this.#touch(session, now);
    const { userId, username, role } = session.account;
    return { type: 'account', user_id: userId, username, role, sessionHash: session.tokenHash };
  }

  /** Notes a use. A database that cannot save anything still answers reads. */
  async #touch({ tokenHash }: Session, lastSeen: Date): Promise<void> {
    try {
      await this.#scope.em.nativeUpdate(Session, { tokenHash }, { lastSeen });
    } catch (error) {
      if (!databaseProblemOf(error)) throw error;
    }
  }

  /** Ends one session of an account; ending it twice is ending it once. */
  async end(userId: number, tokenHash: string): Promise<void> {
    await this.#scope.em.nativeDelete(Session, { account: userId, tokenHash });
    await this.tellRevoked(userId);
  }

  /** Ends every session of an account, and sign-ins that wait for their code; how many sessions there were. */
  async endAll(userId: number): Promise<number> {
    await this.#scope.em.nativeDelete(PendingSignIn, { account: userId });
    const ended = await this.#scope.em.nativeDelete(Session, { account: userId });
    await this.tellRevoked(userId);
    return ended;
  }

  /** Ends the account's other sessions: after a changed password or second factor (docs/security.md "Decided"). */
  async endOthers(userId: number, keptHash: string): Promise<number> {
    await this.#scope.em.nativeDelete(PendingSignIn, { account: userId });
    const others = { account: userId, tokenHash: { $ne: keptHash } };
    const ended = await this.#scope.em.nativeDelete(Session, others);
    await this.tellRevoked(userId);
    return ended;
  }

  /**
   * Tells every process, as part of the caller's transaction, to look an account's open sockets up again: sessions
   * ended, or its role is another one (docs/security.md, CVE-2025-62175).
   */
  async tellRevoked(userId: number): Promise<void> {
    await publish(this.#scope.em, [{ type: 'session.revoked', user_id: userId }]);
  }

  /** The sessions of an account that are alive, the last seen first. */
  async list(userId: number): Promise<Session[]> {
    const { em, clock, config } = this.#scope;
    const now = clock.now();
    const lastSeen = { $gt: new Date(now.getTime() - config.session.idleMs) };
    const alive = { account: userId, expires: { $gt: now }, lastSeen };
    return em.find(Session, alive, { orderBy: { lastSeen: 'desc', created: 'desc' } });
  }

  /** Ends one session of an account. @throws DomainError not_found when it is not one of the account's. */
  async endOne(userId: number, id: string): Promise<void> {
    const ended = await this.#scope.em.nativeDelete(Session, { account: userId, id });
    if (ended === 0) throw notFound('session');
    await this.tellRevoked(userId);
  }
}
