import { loadConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/database.ts';
import { createOrm } from '../src/db/orm.ts';
import { systemClock } from '../src/lib/clock.ts';
import { processLogger } from '../src/lib/process-logger.ts';
import { closeOnSignal, Shutdown } from '../src/lib/shutdown.ts';
import { createJobs } from './registry.ts';

const config = loadConfig();
const logger = processLogger(config);
const shutdown = new Shutdown();
closeOnSignal(shutdown, logger);

try {
  const database = await openDatabase(config);
  shutdown.add('database server', database.release);
  const orm = await createOrm({
    url: database.url,
    pool: config.databasePool,
    applicationName: 'marketdex-worker',
  });
  shutdown.add('database', () => orm.close());
  const jobs = await createJobs({ config, orm, logger, clock: systemClock, databaseUrl: database.url });
  shutdown.add('jobs', () => jobs.close());
} catch (error) {
  logger.fatal({ err: error }, 'the worker did not start');
  await shutdown.run(logger);
  process.exitCode = 1;
}
