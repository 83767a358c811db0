import type { EntityManager } from '@mikro-orm/postgresql';
import type { DomainEvent } from '../contract/shared/events.ts';

/** The channel of PostgreSQL's notifications that events go through. */
export const EVENT_CHANNEL = 'marketdex_events';

/**
 * Tells every process of events, as part of the caller's transaction: they are delivered when it has committed, in
 * that order, and never when it is rolled back. An event is at most 8,000 bytes of JSON.
 */
export async function publish(em: EntityManager, events: readonly DomainEvent[]): Promise<void> {
  if (events.length === 0) return;
  await em.execute(`select pg_notify(?, value::text) from jsonb_array_elements(?::jsonb)`, [
    EVENT_CHANNEL,
    JSON.stringify(events),
  ]);
}
