import { UNKNOWN_ACCOUNT } from '../../contract/admin/logs.ts';
import { afterCommit } from '../../db/retrying-entity-manager.ts';
import type { Actor } from '../actor.ts';
import { actorId, actorName } from '../actor.ts';
import { Service } from '../service.ts';
import { AuditEvent } from './audit.entity.ts';

interface Trace {
  /** Who did it, unless it is the scope's actor: for example, a visitor who has just signed in. */
  by?: Actor;
  /** Null for an account that does not exist: what was typed may be a password, and is not recorded. */
  target?: string | null;
  detail?: Record<string, unknown>;
}

/** Refused attempts and alarms are warnings. */
const levelOf = (action: string) => (/[.-](failed|refused|alarm)$/.test(action) ? 'warn' : 'info');

/** Records who did what to accounts, settings and sign-ins, in the same transaction as the action, and then logs it. */
export class AuditService extends Service {
  /**
   * @param action `subject.what-happened`, such as `account.role-changed`. The Overview shows it as recent activity if its subject
   * is one that only staff changes (`ofStaff` in `stats.queries.ts`).
   */
  async record(action: string, { by = this.deps.actor, target, detail }: Trace = {}): Promise<void> {
    const { em, origin, clock, logger } = this.deps;
    await em.insert(AuditEvent, {
      action,
      at: clock.now(),
      actor: actorId(by),
      actorName: actorName(by),
      target: target ?? null,
      detail: detail ?? null,
      ip: origin.ip,
      requestId: origin.requestId,
    });
    const line = { action, target: target === null ? UNKNOWN_ACCOUNT : target, detail };
    afterCommit(() =>
      logger[levelOf(action)]({ category: 'security', ...line, by: actorName(by), ip: origin.ip }, action),
    );
  }
}
