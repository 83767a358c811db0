import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type App, createApp } from '../app.ts';
import { type Config, loadConfig } from '../config.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { Actor } from '../modules/actor.ts';
import { Logs } from '../modules/logs/logs.ts';
import type { RequestScope } from '../modules/scope.ts';
import { createRuntime, disconnect, type Runtime } from '../runtime/runtime.ts';
import { createServices, type Services } from '../runtime/services.ts';
import { TestClock } from './clock.ts';
import { createTestLog, type TestLog } from './log.ts';
import { createTestDatabase, type TestDatabase } from './servers/database.ts';

const OPERATOR: Actor = { type: 'system', name: 'test' };
/** Where calls come from that no transport carries. */
export const ORIGIN = { requestId: 'test', ip: '127.0.0.1', userAgent: 'vitest' };

/** A running server on a database of its own, and the ways into it. */
export class TestServer {
  readonly app: App;
  readonly url: string;
  readonly clock: TestClock;
  readonly log: TestLog;
  readonly logs: Logs;
  /** What the log has to say of itself. */
  readonly logTroubles: TestLog;
  readonly database: TestDatabase;

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

  /** A scope of its own, as one call has it; the operator's unless another actor is named. */
  scope(actor: Actor = OPERATOR): RequestScope {
    const { orm, clock, logger, config } = this.runtime;
    return { em: orm.em.fork({ useContext: true }), actor, origin: ORIGIN, clock, logger, config };
  }

  services(actor?: Actor): Services {
    return createServices(this.scope(actor), this.runtime);
  }

  /** Rows of a plain query. */
  sql<Row extends object = Record<string, unknown>>(query: string, params: unknown[] = []): Promise<Row[]> {
    return this.runtime.orm.em.fork().execute<Row[]>(query, params);
  }
}

/** How long a part of a server may take to close. */
const CLOSE_MS = 30_000;

/** Settings for a test's server: nothing of the environment, a folder of its own. */
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
    ...settings,
  });

/**
 * A server for all tests of a file, over real HTTP. A logged error fails the test that did not take it from
 * `server.log`.
 */
export function testServer(settings: Record<string, string> = {}): TestServer {
  const directory = mkdtempSync(path.join(tmpdir(), 'marketdex-server-'));
  let running: TestServer | undefined;

  beforeAll(async () => {
    const database = await createTestDatabase();
    const clock = new TestClock();
    const config = testConfig(database.url, directory, settings);
    const logTroubles = createTestLog();
    const logs = new Logs({ dataDir: directory, redisUrl: config.redisUrl, logger: logTroubles.logger });
    logs.storeIn(database.url);
    const log = createTestLog({ level: 'info', stream: logs });
    const runtime = await createRuntime({
      config,
      databaseUrl: database.url,
      logger: log.logger,
      logFeed: logs.feed,
      clock,
    });
    const app = createApp({ runtime });
    await runtime.events.start();
    const url = await app.listen(0, '127.0.0.1');
    running = new TestServer({ app, url, clock, log, logs, logTroubles, database });
  });

  afterEach(() => {
    expect(running?.log.takeErrors() ?? []).toEqual([]);
  });

  // Each step with its name, so that one that never ends is known by it.
  afterAll(async () => {
    if (!running) return;
    const { app, runtime, logs, database } = running;
    const step = (what: string, work: Promise<unknown>) => withTimeout(CLOSE_MS, what, work);
    await step('closing the server', app.close());
    await step('closing the connection for events', runtime.events.close());
    runtime.limits.close();
    await step('closing the connections to the database', disconnect(runtime));
    await step('closing the logs', logs.close());
    await step('dropping the database', database.drop());
    rmSync(directory, { recursive: true, force: true });
  });

  // The server exists once the tests run; until then there is nothing to reach into.
  return new Proxy({} as TestServer, {
    get: (_target, key) => {
      const value = Reflect.get(running as TestServer, key);
      return typeof value === 'function' ? value.bind(running) : value;
    },
  });
}
