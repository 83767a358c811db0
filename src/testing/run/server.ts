import { MikroORM } from '@mikro-orm/postgresql';
import { afterEach, expect } from 'vitest';
import { type App, createApp } from '../../app.ts';
import { type Config, loadConfig } from '../../config.ts';
import { daysBefore, todayUtc } from '../../contract/shared/dates.ts';
import { ormConfig } from '../../db/orm.ts';
import { HISTORY_TABLES } from '../../db/tables/history.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { Actor } from '../../modules/actor.ts';
import { PasswordHasher } from '../../modules/identity/password-hasher.ts';
import { Logs } from '../../modules/logs/logs.ts';
import type { RequestScope } from '../../modules/scope.ts';
import { createRuntime, disconnect, type Runtime } from '../../runtime/runtime.ts';
import { createServices, type Services } from '../../runtime/services.ts';
import { createTestDatabase, type TestDatabase } from '../servers/database.ts';
import { TestClock } from './clock.ts';
import { fixture } from './fixture.ts';
import { testFolder } from './folder.ts';
import { createTestLog, type TestLog } from './log.ts';

const OPERATOR: Actor = { type: 'system', name: 'test' };
/** The origin of calls without a transport. */
export const ORIGIN = { requestId: 'test', ip: '127.0.0.1', userAgent: 'vitest' };

/** A running server on a separate database, and access to its parts. */
export class TestServer {
  readonly app: App;
  readonly url: string;
  readonly clock: TestClock;
  readonly log: TestLog;
  readonly logs: Logs;
  /** The server's log. */
  readonly logTroubles: TestLog;
  readonly database: TestDatabase;
  #owner: Promise<MikroORM> | undefined;

  constructor(
    parts: Pick<TestServer, 'app' | 'url' | 'clock' | 'log' | 'logs' | 'logTroubles' | 'database'>,
  ) {
    this.app = parts.app;
    this.url = parts.url;
    this.clock = parts.clock;
    this.log = parts.log;
    this.logs = parts.logs;
    this.logTroubles = parts.logTroubles;
    this.database = parts.database;
  }

  get runtime(): Runtime {
    return this.app.runtime;
  }

  /** A scope like that of one call; for the operator by default. */
  scope(actor: Actor = OPERATOR): RequestScope {
    const { orm, clock, logger, config } = this.runtime;
    return { em: orm.em.fork({ useContext: true }), actor, origin: ORIGIN, clock, logger, config };
  }

  services(actor?: Actor): Services {
    return createServices(this.scope(actor), this.runtime);
  }

  /** The date `days` days before the server's current date in UTC, `YYYY-MM-DD`; it is the same during a test. */
  daysAgo(days: number): string {
    return daysBefore(todayUtc(this.clock.now()), days);
  }

  /** Rows of a raw query, by the owner of the tables: tests may plant what the product never writes. */
  async sql<Row extends object = Record<string, unknown>>(
    query: string,
    params: unknown[] = [],
  ): Promise<Row[]> {
    this.#owner ??= MikroORM.init({
      ...ormConfig({ url: this.database.ownerUrl, pool: 4, applicationName: 'test' }),
      // Raw queries need none. Preparing them takes longer than most queries of a file.
      entities: [],
      discovery: { warnWhenNoEntities: false },
    });
    return (await this.#owner).em.fork().execute<Row[]>(query, params);
  }

  /** Empties tables and those that refer to them, also the history. */
  async truncate(...tables: string[]): Promise<void> {
    const history = HISTORY_TABLES.map((name) => `alter table ${name} disable trigger ${name}_no_truncate;`);
    const again = history.map((statement) => statement.replace('disable', 'enable'));
    await this.sql(
      `${history.join(' ')} truncate ${tables.join(', ')} restart identity cascade; ${again.join(' ')}`,
    );
  }

  async closeOwner(): Promise<void> {
    await (await this.#owner)?.close();
  }
}

/** Time limit for closing a part of a server. */
const CLOSE_MS = 30_000;

/** Settings of a test's server: nothing from the environment, and a separate folder. */
export const testConfig = (
  databaseUrl: string,
  dataDir: string,
  settings: Record<string, string> = {},
): Config =>
  loadConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret for tests, 32 characters long',
    PORT: '0',
    LOG_LEVEL: 'debug',
    RATE_LIMIT_FACTOR: '1000',
    // A warning about a slow statement of a busy machine would be an unexpected line.
    SLOW_QUERY_MS: '3600000',
    ...settings,
  });

/** Hashes a password in microseconds. With the parameters of the product, hashing would be most of the work of many tests. */
const CHEAP_HASHES = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const PATIENT_MS = 60_000;

/**
 * A server for all tests of a file, over real HTTP. A logged error fails the test unless the test took it from
 * `server.log`.
 *
 * @param passwords the product's `PasswordHasher` in tests of the stored hashes; by default, one that costs nothing
 * @param discordRespondMs see `AppOptions`; by default, no reply is deferred because the machine is busy
 */
export function testServer(
  settings: Record<string, string> = {},
  passwords = new PasswordHasher(CHEAP_HASHES),
  discordRespondMs = PATIENT_MS,
): TestServer {
  const directory = testFolder();
  const server = fixture(async () => {
    const database = await createTestDatabase();
    const clock = new TestClock();
    const config = testConfig(database.url, directory, settings);
    const logTroubles = createTestLog();
    const logs = new Logs({ dataDir: directory, redisUrl: config.redisUrl, logger: logTroubles.logger });
    logs.storeIn(database.url);
    const log = createTestLog({ level: 'info', stream: logs });
    const runtime = await createRuntime({
      config,
      database: { url: database.url },
      logger: log.logger,
      logFeed: logs.feed,
      clock,
      passwords,
    });
    const app = createApp({ runtime, discordRespondMs });
    await runtime.events.start();
    const url = await app.listen(0, '127.0.0.1');
    return new TestServer({ app, url, clock, log, logs, logTroubles, database });
  }, close);
  afterEach(() => {
    expect(server.log.takeErrors()).toEqual([]);
  });
  return server;
}

/** Each step has a name, so that a hanging one can be identified. */
async function close(server: TestServer): Promise<void> {
  const { app, runtime, logs, database } = server;
  const step = (what: string, work: Promise<unknown>) => withTimeout(CLOSE_MS, what, work);
  // The tests have all their responses, so idle connections need no time of grace.
  app.server.closeIdleConnections();
  await step('closing the server', app.close());
  await step('closing the connection for events', runtime.events.close());
  await step('closing the connections to the database', disconnect(runtime));
  await step('closing the connections of the tests', server.closeOwner());
  await step('closing the logs', logs.close());
  await step('dropping the database', database.drop());
}
