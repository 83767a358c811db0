import type { EntityManager } from '@mikro-orm/postgresql';
import type { DomainEvent } from '../contract/shared/events.ts';
import { query } from '../db/query.ts';

export const EVENT_CHANNEL = 'marketdex_events';

/**
 * Sends events to every process as part of the caller's transaction: they are delivered in order after its commit, and
 * never after a rollback. An event is at most 8,000 bytes of JSON.
 */
export async function publish(em: EntityManager, events: readonly DomainEvent[]): Promise<void> {
  if (events.length === 0) return;
  await query(em)`
    select pg_notify(${EVENT_CHANNEL}, value::text) from jsonb_array_elements(${JSON.stringify(events)}::jsonb)`;
}
