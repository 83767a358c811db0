import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/process/logger.ts';
import type { Actor } from './actor.ts';

/** The cookies of an HTTP request and of its response. */
export interface Cookies {
  get(name: string): string | undefined;
  set(name: string, value: string, seconds: number): void;
}

/** Where a call comes from, for sessions and the audit trail. */
export interface Origin {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  /** Only over HTTP. */
  cookies?: Cookies;
}

/**
 * What the services of one use case share. There is one scope per procedure call, not per request: the next call of a
 * batch must not save what a failed call changed in its entity manager.
 */
export interface RequestScope {
  em: EntityManager;
  actor: Actor;
  origin: Origin;
  clock: Clock;
  logger: Logger;
  config: Config;
}

/** What functions that write rows with a time need. */
export type WriteScope = Pick<RequestScope, 'em' | 'clock'>;
