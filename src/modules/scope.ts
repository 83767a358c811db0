import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from './actor.ts';
import type { Platform } from './platform.ts';

/** Where a call comes from, for sessions and traces. */
export interface Origin {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
}

/**
 * What one use case works with: an entity manager of its own, whoever acts, and where the call came from. One
 * per procedure, never per request: what a failed call changed must not be saved by the next one of its batch.
 */
export interface Scope extends Platform {
  em: EntityManager;
  actor: Actor;
  origin: Origin;
}
