import type { Config } from '../config.ts';
import type { DatabaseUrls } from '../db/connecting/app-user.ts';
import { type ConnectionLimits, watchDatabase } from '../db/connecting/connections.ts';
import { createOrm } from '../db/orm.ts';
import { ReadPool } from '../db/read-servers/read-pool.ts';
import { ReadServers } from '../db/read-servers/read-servers.ts';
import { Events } from '../events/events.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/process/logger.ts';
import { Metrics } from '../lib/process/metrics.ts';
import { ReadLog } from '../lib/process/read-log.ts';
import { SecretBox } from '../lib/secret-box.ts';
import { readCatalogue } from '../modules/catalogue/catalogue.source.ts';
import { ChangeFeed } from '../modules/changes/change-feed.ts';
import { SEQUENCE_SQL } from '../modules/changes/market-sequence.ts';
import { PasswordHasher } from '../modules/identity/password-hasher.ts';
import { CallLimits } from '../modules/limits/call-limits.ts';
import { RateLimits } from '../modules/limits/rate-limits.ts';
import { LogFeed } from '../modules/logs/log-feed.ts';
import { PublicColumns } from '../modules/market/columns/public-columns.ts';
import { DayPrices } from '../modules/market/day-prices.ts';
import { MarketLive } from '../modules/market/market-live.ts';
import { PublicCounts } from '../modules/market/public-counts.ts';
import { NameIndex } from '../modules/name-search/name-index.ts';

interface RuntimeOptions {
  config: Config;
  /** The configured addresses, or those of the embedded server. */
  database: DatabaseUrls;
  logger: Logger;
  /** New lines of `logger`. Without it, `Runtime.logFeed` stays empty. */
  logFeed?: LogFeed;
  clock?: Clock;
  passwords?: PasswordHasher;
  /** Name shown in the database's list of connections. */
  applicationName?: string;
  /** Limits of what is not a public read, instead of the usual ones. */
  limits?: Partial<ConnectionLimits>;
}

/** Creates everything a process needs except its transports. The caller must `disconnect` it. */
export async function createRuntime(options: RuntimeOptions) {
  const { config, database, logger, clock = systemClock, applicationName = 'marketdex', limits } = options;
  const watch = watchDatabase(logger, config.slowQueryMs);
  const { url } = database;
  const orm = await createOrm({ url, pool: config.databasePool, applicationName, watch, limits });
  const readServers = new ReadServers({
    url,
    standbys: config.databaseReplicaUrls,
    size: config.databaseReadPool,
    applicationName,
    watch,
    numbers: SEQUENCE_SQL,
  });
  const reads = new ReadPool(readServers);
  const changeFeed = new ChangeFeed(readServers);
  const columns = new PublicColumns({ reads, changeFeed, logger });
  const names = new NameIndex({
    orm,
    reads,
    changes: changeFeed,
    logger,
    onRead: () => readServers.primary.countRead(),
  });
  const events = new Events({ databaseUrl: url, logger });
  return {
    config,
    database,
    logger,
    /** Logs the reads of visitors; the process that serves requests flushes it at its end. */
    readLog: new ReadLog({ logger, lines: config.logsEveryRead, slowMs: config.slowQueryMs }),
    /** New log lines, live. */
    logFeed: options.logFeed ?? new LogFeed(undefined, logger),
    clock,
    metrics: new Metrics(logger),
    orm,
    /** The primary and the standbys that answer public reads. */
    readServers,
    /** Public reads, on separate connections. */
    reads,
    /** Changes to the data that visitors see. */
    changeFeed,
    /** Pushes those changes to open pages. */
    marketLive: new MarketLive({ changeFeed, reads, events, clock, logger }),
    /** The number of public sales, for counts. */
    counts: new PublicCounts({ reads, changeFeed, columns, names }),
    /** The public sales in memory, for counts. */
    columns,
    /** Prices of public sales by day. */
    dayPrices: new DayPrices(reads, changeFeed),
    passwords: options.passwords ?? new PasswordHasher(),
    catalogueSource: readCatalogue(),
    /** All names of the market, kept up to date. */
    names,
    secretBox: new SecretBox(config.secrets, 'two-factor'),
    settingBox: new SecretBox(config.secrets, 'settings'),
    webhookBox: new SecretBox(config.secrets, 'webhooks'),
    /** Connects to its store on first use. */
    limits: new RateLimits({ config, em: orm.em, logger }),
    calls: new CallLimits(config),
    /** Events from all processes; the process that serves requests starts and closes it. */
    events,
  };
}

/** What exists once per process. */
export type Runtime = Awaited<ReturnType<typeof createRuntime>>;

/** Closes all connections to the database and to the store of the limits. */
export async function disconnect({
  limits,
  orm,
  readServers,
}: Pick<Runtime, 'limits' | 'orm' | 'readServers'>): Promise<void> {
  limits.close();
  await readServers.close();
  await orm.close();
}
