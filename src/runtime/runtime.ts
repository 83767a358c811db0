import type { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import { createOrm } from '../db/orm.ts';
import { ReadPool } from '../db/read-pool.ts';
import { Events } from '../events/events.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { Metrics } from '../lib/metrics.ts';
import { SecretBox } from '../lib/secret-box.ts';
import { type CatalogueSource, readCatalogue } from '../modules/catalogue/catalogue.source.ts';
import { ChangeFeed } from '../modules/changes/change-feed.ts';
import { PasswordHasher } from '../modules/identity/password-hasher.ts';
import { RateLimits } from '../modules/limits/rate-limits.ts';
import { LogFeed } from '../modules/logs/log-feed.ts';
import { DayPrices } from '../modules/market/day-prices.ts';
import { MarketLive } from '../modules/market/market-live.ts';
import { PublicCounts } from '../modules/market/public-counts.ts';
import { NameIndex } from '../modules/name-search/name-index.ts';

/** What one process has once. */
export interface Runtime {
  config: Config;
  orm: MikroORM;
  /** The database for what the public reads. */
  reads: ReadPool;
  /** What changes for visitors. */
  changeFeed: ChangeFeed;
  /** The same for open pages, as it comes. */
  marketLive: MarketLive;
  /** How many sales visitors find. */
  counts: PublicCounts;
  /** What they were sold for, day by day. */
  dayPrices: DayPrices;
  logger: Logger;
  clock: Clock;
  /** What this process measures of itself. */
  metrics: Metrics;
  passwords: PasswordHasher;
  catalogueSource: CatalogueSource;
  /** All names of the market as they are now. */
  names: NameIndex;
  /** Seals second factors at rest. */
  secretBox: SecretBox;
  /** Reaches for its store at the first use; whoever serves requests closes it. */
  limits: RateLimits;
  /** New lines of the log, as they come. */
  logFeed: LogFeed;
  /** What other processes tell; whoever serves requests starts and closes it. */
  events: Events;
}

export interface RuntimeOptions {
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

/** What a process needs besides its transports; whoever makes it disconnects it in the end. */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { config, databaseUrl, logger, clock = systemClock, applicationName = 'marketdex' } = options;
  const watch = { logger, slowQueryMs: config.slowQueryMs };
  const orm = await createOrm({
    url: databaseUrl,
    pool: config.databasePool,
    applicationName,
    watch,
  });
  const reads = new ReadPool({ url: databaseUrl, size: config.databaseReadPool, applicationName, watch });
  const changeFeed = new ChangeFeed({ databaseUrl, applicationName, watch });
  const events = new Events({ databaseUrl, logger });
  return {
    config,
    logger,
    logFeed: options.logFeed ?? new LogFeed(undefined, logger),
    clock,
    metrics: new Metrics(logger),
    orm,
    reads,
    changeFeed,
    marketLive: new MarketLive({ changeFeed, reads, events, logger }),
    counts: new PublicCounts(reads, changeFeed),
    dayPrices: new DayPrices(reads, changeFeed),
    passwords: new PasswordHasher(),
    catalogueSource: readCatalogue(),
    names: new NameIndex({ orm, changes: changeFeed, logger }),
    secretBox: new SecretBox([config.secret, ...config.formerSecrets], 'two-factor'),
    limits: new RateLimits({ config, em: orm.em, logger }),
    events,
  };
}

/** Gives every connection to the database back. */
export async function disconnect({
  orm,
  reads,
  changeFeed,
}: Pick<Runtime, 'orm' | 'reads' | 'changeFeed'>): Promise<void> {
  await Promise.all([reads.close(), changeFeed.close()]);
  await orm.close();
}
