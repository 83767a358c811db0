import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Actor } from './actor.ts';

/** Where a call comes from, for sessions and traces. */
export interface Origin {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
}

/**
 * What every service of one use case works with. There is one scope per procedure call, never per request: what a
 * failed call changed in its entity manager must not be saved by the next call of the batch. Whatever else a service
 * needs it names in its constructor.
 */
export interface RequestScope {
  em: EntityManager;
  actor: Actor;
  origin: Origin;
  clock: Clock;
  logger: Logger;
  config: Config;
}
