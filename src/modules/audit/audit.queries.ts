import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEvent } from './audit.entity.ts';

/** The newest audit events of a target, an action, or all, the newest first. */
export const newestAuditEvents = (
  em: EntityManager,
  { target, action }: { target?: string | undefined; action?: string | undefined },
  limit: number,
): Promise<AuditEvent[]> =>
  em.find(
    AuditEvent,
    { ...(target !== undefined && { target }), ...(action !== undefined && { action }) },
    { orderBy: { eventId: 'desc' }, limit, disableIdentityMap: true },
  );

/** The last suspension or activation of an account, from the audit, which keeps it without limit. */
export const lastStatusChange = async (em: EntityManager, target: string): Promise<AuditEvent | undefined> =>
  (await newestAuditEvents(em, { target, action: 'account.status-changed' }, 1))[0];
