import type { Role } from '../../contract/accounts/roles.ts';
import { addMs } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { databaseProblemOf } from '../../db/problems.ts';
import { query } from '../../db/query.ts';
import { publish } from '../../events/publish.ts';
import { randomToken, sha256 } from '../../lib/crypto.ts';
import { type AccountActor, type ActorSession, deadSession } from '../actor.ts';
import type { Account } from '../identity/account.entity.ts';
import { Service } from '../service.ts';
import { PendingSignIn, Session } from './session.entity.ts';
import { FACTOR_DEADLINE } from './staff-factor.queries.ts';

/** How long a replaced token stays valid after the first use of the new one, for calls and sockets that were under way. */
export const REPLACED_TOKEN_MS = 30_000;
/** `lastSeen` is written at most this often, so that not every read causes a write. */
const SEEN_EVERY_MS = 60_000;

interface ActiveSession {
  id: string;
  user_id: number;
  username: string;
  role: Role;
  /** Its use has not been recorded for a while, or not with the token that a confirmation gave it. */
  is_due: boolean;
  /** The role needs a second factor that the account lacks. */
  lacks_factor: boolean;
}

/** Opens, resolves and ends sessions (docs/decisions/0008-opaque-sessions.md, docs/security.md "Decided"). */
export class SessionsService extends Service {
  /**
   * Opens a session and returns its token, of which only a hash is stored. Of more than `LIMITS.sessions` sessions of the
   * account, those used least recently end.
   */
  async open(account: Account): Promise<string> {
    const { em, clock, config, origin } = this.deps;
    const token = randomToken();
    const now = clock.now();
    await em.insert(Session, {
      tokenHash: sha256(token),
      account,
      created: now,
      lastSeen: now,
      confirmedAt: now,
      expires: addMs(now, config.session.maxMs),
      ip: origin.ip,
      userAgent: origin.userAgent?.slice(0, LIMITS.userAgent.max) ?? null,
    });
    await this.#endSurplus(account.userId, sha256(token));
    return token;
  }

  /**
   * The actor of a token, with its current role and status, so that a suspension or demotion takes effect on the next
   * call. Staff that lacks a required second factor has the rights of a user.
   *
   * @param isUse false for an open socket without a call, which must not keep the session alive
   * @throws DomainError unauthenticated when the session is unknown, expired or idle too long, or its account is
   *   suspended.
   */
  async resolve(token: string, isUse = true): Promise<AccountActor> {
    const { em, clock, config } = this.deps;
    const tokenHash = sha256(token);
    const now = clock.now();
    const before = (ms: number) => addMs(now, -ms);
    const [found] = await query(em)<ActiveSession>`
      select id, user_id, username, role,
        last_seen < ${before(SEEN_EVERY_MS)}
          or (token_hash = ${tokenHash} and replaced_hash is not null and replaced_at is null) as is_due,
        coalesce(${FACTOR_DEADLINE} <= ${now}, false) as lacks_factor
      from session join account using (user_id)
      where (token_hash = ${tokenHash}
          or replaced_hash = ${tokenHash} and (replaced_at is null or replaced_at > ${before(REPLACED_TOKEN_MS)}))
        and expires > ${now} and last_seen > ${before(config.session.idleMs)} and account_status = 'Active'`;
    if (!found) throw deadSession();
    if (isUse && found.is_due) await this.#touch(tokenHash, found, now);
    const { id, user_id, username, role, lacks_factor } = found;
    const actor = {
      type: 'account',
      user_id,
      username,
      role,
      session: { id, tokenHash },
    } as const;
    return lacks_factor ? { ...actor, role: 'user', withheldRole: role } : actor;
  }

  async #endSurplus(userId: number, opened: string): Promise<void> {
    const { em } = this.deps;
    const ended = await query(em)`delete from session where token_hash in (
        select token_hash from session where user_id = ${userId} and token_hash <> ${opened}
        order by last_seen desc, created desc, token_hash offset ${LIMITS.sessions - 1})
      returning id`;
    if (ended.length > 0) await this.announceRevocation(userId);
  }

  /** Records a use. A database that refuses writes must still serve reads. */
  async #touch(tokenHash: string, { id, user_id }: ActiveSession, now: Date): Promise<void> {
    const { em } = this.deps;
    try {
      await em.nativeUpdate(Session, { id }, { lastSeen: now });
      const replacing = { tokenHash, replacedHash: { $ne: null }, replacedAt: null };
      if ((await em.nativeUpdate(Session, replacing, { replacedAt: now })) > 0)
        await this.announceRevocation(user_id);
    } catch (error) {
      if (!databaseProblemOf(error)) throw error;
    }
  }

  /**
   * Records that the owner of a session has confirmed their identity now, and returns the token that replaces that of the
   * call: a copy of the old one has no confirmation, and ends `REPLACED_TOKEN_MS` after the first use of the new one. Until
   * that use the old one can confirm again, because the response with the new one may have been lost.
   *
   * @throws DomainError unauthenticated when the token of the call was replaced by one that has been used
   */
  async confirm(userId: number, { id, tokenHash }: ActorSession): Promise<string> {
    const { em, clock } = this.deps;
    const token = randomToken();
    const now = clock.now();
    const renewed = { tokenHash: sha256(token), replacedHash: tokenHash, replacedAt: null, confirmedAt: now };
    const held = { id, $or: [{ tokenHash }, { replacedHash: tokenHash, replacedAt: null }] };
    if ((await em.nativeUpdate(Session, held, renewed)) === 0) throw deadSession();
    await this.announceRevocation(userId);
    return token;
  }

  /** Ends the session that a token, or its replacement, opens, if it is of this account. */
  async endHeld(userId: number, tokenHash: string): Promise<void> {
    const held = { account: userId, $or: [{ tokenHash }, { replacedHash: tokenHash }] };
    await this.deps.em.nativeDelete(Session, held);
    await this.announceRevocation(userId);
  }

  /** Ends every session and pending sign-in of an account, and returns the number of sessions. */
  async endAll(userId: number): Promise<number> {
    await this.deps.em.nativeDelete(PendingSignIn, { account: userId });
    const ended = await this.deps.em.nativeDelete(Session, { account: userId });
    await this.announceRevocation(userId);
    return ended;
  }

  /**
   * Ends the account's other sessions, and the token that the kept one had before, after a change of password or second
   * factor (docs/security.md "Decided").
   */
  async endOthers(userId: number, keptId: string): Promise<number> {
    await this.deps.em.nativeDelete(PendingSignIn, { account: userId });
    const others = { account: userId, id: { $ne: keptId } };
    const ended = await this.deps.em.nativeDelete(Session, others);
    await this.deps.em.nativeUpdate(Session, { id: keptId }, { replacedHash: null });
    await this.announceRevocation(userId);
    return ended;
  }

  /**
   * Makes every process check the account's open sockets again after the caller's transaction commits, because
   * sessions ended, a token was replaced, or the role changed (src/testing/attacks/sockets.test.ts).
   */
  async announceRevocation(userId: number): Promise<void> {
    await publish(this.deps.em, [{ type: 'session.revoked', user_id: userId }]);
  }

  /** The active sessions of an account, the most recently used first. */
  async list(userId: number): Promise<Session[]> {
    const { em, clock, config } = this.deps;
    const now = clock.now();
    const lastSeen = { $gt: addMs(now, -config.session.idleMs) };
    const alive = { account: userId, expires: { $gt: now }, lastSeen };
    return em.find(Session, alive, { orderBy: { lastSeen: 'desc', created: 'desc', id: 'asc' } });
  }

  /** Ends one session of an account. @returns false when the account has no such session */
  async endOne(userId: number, id: string): Promise<boolean> {
    const ended = await this.deps.em.nativeDelete(Session, { account: userId, id });
    await this.announceRevocation(userId);
    return ended > 0;
  }
}
