import { loadConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/database.ts';
import { closeOnSignal, Shutdown } from '../src/lib/shutdown.ts';
import { keepLogFiles } from '../src/modules/logs/log-retention.ts';
import { openLog } from '../src/modules/logs/logs.ts';
import { createPlatform, disconnect } from '../src/modules/platform.ts';
import { createJobs } from './registry.ts';

const config = loadConfig();
const { logger, logs } = openLog(config);
const shutdown = new Shutdown();
shutdown.add('log', () => logs.close());
closeOnSignal(shutdown, logger);

try {
  const database = await openDatabase(config);
  shutdown.add('database server', database.release);
  shutdown.add('log table', () => logs.closeTable());
  logs.storeIn(database.url);
  const platform = await createPlatform({
    config,
    databaseUrl: database.url,
    logger,
    applicationName: 'marketdex-worker',
  });
  shutdown.add('database', () => disconnect(platform));
  shutdown.add('limits', async () => platform.limits.close());
  const jobs = await createJobs({ ...platform, databaseUrl: database.url });
  shutdown.add('log files', keepLogFiles(platform));
  shutdown.add('jobs', () => jobs.close());
} catch (error) {
  logger.fatal({ err: error }, 'the worker did not start');
  await shutdown.run(logger);
  process.exitCode = 1;
}
