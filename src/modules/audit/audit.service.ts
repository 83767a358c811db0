import type { Actor } from '../actor.ts';
import { actorId, actorName } from '../actor.ts';
import type { RequestScope } from '../scope.ts';
import { AuditEvent } from './audit-event.entity.ts';

export interface Trace {
  action: string;
  /** Who did it, unless it is the scope's actor: for example, a visitor who has just signed in. */
  by?: Actor;
  target?: string;
  detail?: Record<string, unknown>;
}

/** Records who did what to accounts, settings and sign-ins, in the same transaction as the action. */
export class AuditService {
  readonly #scope: RequestScope;

  constructor(scope: RequestScope) {
    this.#scope = scope;
  }

  async record({ action, by = this.#scope.actor, target, detail }: Trace): Promise<void> {
    const { em, origin, clock, logger } = this.#scope;
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
    logger.info({ category: 'security', action, target, detail, by: actorName(by), ip: origin.ip }, action);
  }
}
