import { createJobs } from '../jobs/registry.ts';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { processLogger } from './lib/process-logger.ts';
import { closeOnSignal, Shutdown } from './lib/shutdown.ts';
import { createPlatform } from './modules/platform.ts';
import { prepareDatabase } from './modules/prepare.ts';
import { createQueueBackend } from './queue/backend.ts';

const config = loadConfig();
const logger = processLogger(config);
const shutdown = new Shutdown();
closeOnSignal(shutdown, logger);

try {
  const database = await openDatabase(config);
  shutdown.add('database server', database.release);
  const databaseUrl = database.url;
  const platform = await createPlatform({ config, databaseUrl, logger });
  shutdown.add('database', () => platform.orm.close());
  await prepareDatabase(platform);

  // With a Redis, processes of their own do the jobs; alone, this one does them too.
  const queue = config.redisUrl
    ? createQueueBackend({ redisUrl: config.redisUrl, databaseUrl, logger })
    : await createJobs({ ...platform, databaseUrl });
  shutdown.add('queue', () => queue.close());

  const app = createApp({ platform, probes: { queue: () => queue.ping() } });
  shutdown.add('web', app.close);
  await app.listen(config.port, config.host);
  logger.info(`MarketDex is at ${config.publicUrl}`);
} catch (error) {
  logger.fatal({ err: error }, 'start failed');
  await shutdown.run(logger);
  process.exitCode = 1;
}
