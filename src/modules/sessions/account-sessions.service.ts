import type { SessionView } from '../../contract/accounts/account.ts';
import { notFound } from '../../lib/errors.ts';
import { ownSession, signedIn } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type AccountRef, requireAccount } from '../identity/account.queries.ts';
import { changingAccount } from '../identity/account-lock.queries.ts';
import { Service } from '../service.ts';
import { presentSession } from './session.presenter.ts';
import type { SessionsService } from './sessions.service.ts';

/** Lists and ends the sessions of the signed-in account and, for operators, those of any account. */
export class AccountSessionsService extends Service<{ sessions: SessionsService; audit: AuditService }> {
  /** The active sessions of the signed-in account, the most recently used first. */
  async list(): Promise<SessionView[]> {
    const own = signedIn(this.deps.actor);
    const sessions = await this.deps.sessions.list(own.user_id);
    return sessions.map((session) => presentSession(session, own.session?.id));
  }

  /** Ends a session, which may be the current one. @throws DomainError not_found for a session of another account. */
  async end(id: string): Promise<void> {
    const own = signedIn(this.deps.actor);
    await changingAccount(this.deps.em, own.user_id, async () => {
      if (!(await this.deps.sessions.endOne(own.user_id, id))) throw notFound('session');
      await this.deps.audit.record('session.ended', { target: own.username, detail: { session: id } });
    });
  }

  /** Ends all sessions except the current one, and returns their number. */
  async endOthers(): Promise<number> {
    const own = signedIn(this.deps.actor);
    return changingAccount(this.deps.em, own.user_id, async () => {
      const ended = await this.deps.sessions.endOthers(own.user_id, ownSession(own).id);
      await this.deps.audit.record('sessions.ended', { target: own.username, detail: { ended } });
      return ended;
    });
  }

  /** The same for any account. @throws DomainError not_found for an unknown account. */
  async listOf(who: AccountRef): Promise<SessionView[]> {
    const { userId } = await requireAccount(this.deps.em, who);
    return (await this.deps.sessions.list(userId)).map((session) => presentSession(session));
  }

  /** Ends every session of any account, and returns their number. @throws DomainError not_found for an unknown account. */
  async endAllOf(who: AccountRef): Promise<number> {
    const { em, sessions, audit } = this.deps;
    const { userId, username } = await requireAccount(em, who);
    return changingAccount(em, userId, async () => {
      const ended = await sessions.endAll(userId);
      await audit.record('sessions.ended', { target: username, detail: { ended } });
      return ended;
    });
  }

  /** Signs out: ends the current session. */
  async endCurrent(): Promise<void> {
    const own = signedIn(this.deps.actor);
    await changingAccount(this.deps.em, own.user_id, async () => {
      await this.deps.sessions.endOne(own.user_id, ownSession(own).id);
      await this.deps.audit.record('sign-out', { target: own.username });
    });
  }
}
