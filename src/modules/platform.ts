import type { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import { createOrm } from '../db/orm.ts';
import { Events } from '../events/events.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { Metrics } from '../lib/metrics.ts';
import { SecretBox } from '../lib/secret-box.ts';
import { PasswordHasher } from './accounts/password-hasher.ts';
import { type CatalogueSource, readCatalogue } from './catalogue/catalogue.source.ts';
import { RateLimits } from './limits/rate-limits.ts';
import { LogFeed } from './logs/log-feed.ts';

/** What one process has once. */
export interface Platform {
  config: Config;
  orm: MikroORM;
  logger: Logger;
  clock: Clock;
  /** What this process measures of itself. */
  metrics: Metrics;
  passwords: PasswordHasher;
  catalogue: CatalogueSource;
  /** Seals second factors at rest. */
  secretBox: SecretBox;
  /** Reaches for its store at the first use; whoever serves requests closes it. */
  limits: RateLimits;
  /** New lines of the log, as they come. */
  logFeed: LogFeed;
  /** What other processes tell; whoever serves requests starts and closes it. */
  events: Events;
}

export interface PlatformOptions {
  config: Config;
  /** The database; `config.databaseUrl`, or the embedded server's. */
  databaseUrl: string;
  logger: Logger;
  /** New lines of `logger`; without it none are ever heard of. */
  logFeed?: LogFeed;
  clock?: Clock;
  /** Name shown in the database's list of connections. */
  applicationName?: string;
}

/** What a process needs besides its transports; whoever makes it closes `orm` in the end. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { config, databaseUrl, logger, clock = systemClock, applicationName } = options;
  const orm = await createOrm({
    url: databaseUrl,
    pool: config.databasePool,
    ...(applicationName && { applicationName }),
    watch: { logger, slowQueryMs: config.slowQueryMs },
  });
  return {
    config,
    logger,
    logFeed: options.logFeed ?? new LogFeed(undefined, logger),
    clock,
    metrics: new Metrics(logger),
    orm,
    passwords: new PasswordHasher(),
    catalogue: readCatalogue(),
    secretBox: new SecretBox([config.secret, ...config.formerSecrets], 'two-factor'),
    limits: new RateLimits({ config, em: orm.em, logger }),
    events: new Events({ databaseUrl, logger }),
  };
}
