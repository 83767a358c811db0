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
