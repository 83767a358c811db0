import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { PasswordHasher } from './accounts/password-hasher.ts';
import type { Actor } from './actor.ts';
import type { CatalogueSource } from './catalogue/catalogue.source.ts';

/** What one process has once. */
export interface Platform {
  config: Config;
  orm: MikroORM;
  logger: Logger;
  clock: Clock;
  passwords: PasswordHasher;
  catalogue: CatalogueSource;
}

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
