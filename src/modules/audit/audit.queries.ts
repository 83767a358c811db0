import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEvent } from './audit.entity.ts';

export interface AuditFilter {
  target?: string | undefined;
  action?: string | undefined;
}

/** The newest audit events of a target, an action, or all, the newest first. */
export const newestAuditEvents = (
  em: EntityManager,
  { target, action }: AuditFilter,
  limit: number,
): Promise<AuditEvent[]> =>
  em.find(
    AuditEvent,
    { ...(target !== undefined && { target }), ...(action !== undefined && { action }) },
    { orderBy: { eventId: 'desc' }, limit, disableIdentityMap: true },
  );
