import { afterEach, expect } from 'vitest';
import type { Config } from '../../config.ts';
import { createRuntime, disconnect, type Runtime } from '../../runtime/runtime.ts';
import { createTestDatabase, type TestDatabase } from '../servers/database.ts';
import { startMailServer, type TestMailServer } from '../servers/mail-server.ts';
import { startRedis, type TestRedis } from '../servers/redis-server.ts';
import { fixture } from './fixture.ts';
import { testFolder } from './folder.ts';
import { createTestLog, type TestLog } from './log.ts';
import { testConfig } from './server.ts';

interface JobRuntime {
  runtime: Runtime;
  database: TestDatabase;
  redis: TestRedis;
  mailServer: TestMailServer;
  /** The runtime's log. An error that a test does not take fails it. */
  log: TestLog;
  /** A configuration for the same database, with further settings. */
  configWith: (settings: Record<string, string>) => Config;
}

/** What jobs need, without a web server: a runtime, both places of the queue, and a mail server, for the tests of a file. */
export function testJobRuntime(): JobRuntime {
  const log = createTestLog();
  const dataDir = testFolder();
  const database = fixture(createTestDatabase, 'drop');
  const redis = fixture(startRedis, 'stop');
  const mailServer = fixture(startMailServer, 'stop');
  const configWith = (settings: Record<string, string>) => testConfig(database.url, dataDir, settings);
  const runtime = fixture(
    () => createRuntime({ config: configWith({}), database: { url: database.url }, logger: log.logger }),
    disconnect,
  );
  afterEach(() => {
    expect(log.takeErrors()).toEqual([]);
  });
  return { runtime, database, redis, mailServer, log, configWith };
}
