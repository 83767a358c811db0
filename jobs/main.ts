import { loadConfigOrExit } from '../src/config.ts';
import { openDatabase } from '../src/db/database.ts';
import { startFailure } from '../src/db/start-failure.ts';
import { closeAfterFailure, closeOnSignal, Shutdown } from '../src/lib/process/shutdown.ts';
import { keepLogFiles } from '../src/modules/logs/log-retention.ts';
import { openLog } from '../src/modules/logs/logs.ts';
import { checkRedis } from '../src/queue/check-redis.ts';
import { prepareAtStart } from '../src/runtime/prepare.ts';
import { createRuntime, disconnect } from '../src/runtime/runtime.ts';
import { createJobs } from './registry.ts';

const config = loadConfigOrExit();
const { logger, logs } = openLog(config);
const shutdown = new Shutdown();
shutdown.add('log', () => logs.close());
closeOnSignal(shutdown, logger);

try {
  const databaseUrl = await openDatabase({ config, logger, shutdown });
  shutdown.add('log table', () => logs.closeTable());
  const runtime = await createRuntime({
    config,
    databaseUrl,
    logger,
    applicationName: 'marketdex-worker',
  });
  shutdown.add('database', () => disconnect(runtime));
  shutdown.add('limits', async () => runtime.limits.close());
  await prepareAtStart(runtime);
  if (config.redisUrl !== undefined) await checkRedis(config.redisUrl);
  logs.storeIn(databaseUrl);
  const jobs = await createJobs({ ...runtime, databaseUrl });
  shutdown.add('log files', keepLogFiles(runtime));
  shutdown.add('jobs', () => jobs.close());
} catch (error) {
  logger.debug({ err: error }, 'start failed');
  logger.fatal(startFailure(error, config).message);
  await closeAfterFailure(shutdown, logger);
}
