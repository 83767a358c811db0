import type { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import { createOrm } from '../db/orm.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { SecretBox } from '../lib/secret-box.ts';
import { PasswordHasher } from './accounts/password-hasher.ts';
import { type CatalogueSource, readCatalogue } from './catalogue/catalogue.source.ts';
import { RateLimits } from './limits/rate-limits.ts';

/** What one process has once. */
export interface Platform {
  config: Config;
  orm: MikroORM;
  logger: Logger;
  clock: Clock;
  passwords: PasswordHasher;
  catalogue: CatalogueSource;
  /** Seals second factors at rest. */
  secretBox: SecretBox;
  /** Reaches for its store at the first use; whoever serves requests closes it. */
  limits: RateLimits;
}

export interface PlatformOptions {
  config: Config;
  /** The database; `config.databaseUrl`, or the embedded server's. */
  databaseUrl: string;
  logger: Logger;
  clock?: Clock;
}

/** What a process needs besides its transports; whoever makes it closes `orm` in the end. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { config, databaseUrl, logger, clock = systemClock } = options;
  const orm = await createOrm({ url: databaseUrl, pool: config.databasePool });
  return {
    config,
    logger,
    clock,
    orm,
    passwords: new PasswordHasher(),
    catalogue: readCatalogue(),
    secretBox: new SecretBox([config.secret, ...config.formerSecrets], 'two-factor'),
    limits: new RateLimits({ config, em: orm.em, logger }),
  };
}
