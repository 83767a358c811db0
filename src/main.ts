import { parseArgs } from 'node:util';
import { createJobs } from '../jobs/registry.ts';
import { createApp } from './app.ts';
import { loadConfigOrExit } from './config.ts';
import { openDatabase } from './db/database.ts';
import { startFailure } from './db/start-failure.ts';
import { closeAfterFailure, closeOnSignal, Shutdown } from './lib/shutdown.ts';
import { describeDemo } from './modules/demo/demo.service.ts';
import { keepLogFiles } from './modules/logs/log-retention.ts';
import { openLog } from './modules/logs/logs.ts';
import { prepareAtStart } from './modules/prepare.ts';
import { systemServices } from './modules/services.ts';
import { createQueueBackend } from './queue/backend.ts';
import { createPlatform, disconnect, type Platform } from './runtime/runtime.ts';

/** The options of `npm start -- …`; ends the process when there are others. */
function startOptions(): { demo: boolean } {
  try {
    const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } });
    return values;
  } catch {
    process.stderr.write('Usage: npm start, or npm start -- --demo for generated sales in a new database\n');
    return process.exit(2);
  }
}

async function fillWithDemo(platform: Platform): Promise<void> {
  const { demo } = systemServices(platform, 'start --demo');
  if (await demo.hasSales()) {
    platform.logger.info('The database has sales already: no generated ones are added');
    return;
  }
  // Not through the log, which must never hold a password.
  process.stdout.write(`${describeDemo(await demo.fill())}\n`);
}

const options = startOptions();
const config = loadConfigOrExit();
const { logger, logs } = openLog(config);
const shutdown = new Shutdown();
shutdown.add('log', () => logs.close());
closeOnSignal(shutdown, logger);

try {
  const databaseUrl = await openDatabase({ config, logger, shutdown });
  shutdown.add('log table', () => logs.closeTable());
  const platform = await createPlatform({ config, databaseUrl, logger, logFeed: logs.feed });
  shutdown.add('database', () => disconnect(platform));
  shutdown.add('limits', async () => platform.limits.close());
  await prepareAtStart(platform);
  logs.storeIn(databaseUrl);
  if (options.demo) await fillWithDemo(platform);

  // With a Redis, processes of their own do the jobs; alone, this one does them too.
  const queue = config.redisUrl
    ? createQueueBackend({ redisUrl: config.redisUrl, databaseUrl, logger })
    : await createJobs({ ...platform, databaseUrl });
  shutdown.add('queue', () => queue.close());

  const app = createApp({
    platform,
    probes: { queue: () => queue.ping() },
    jobs: () => queue.counts(),
  });
  shutdown.add('events', () => platform.events.close());
  await platform.events.start();
  shutdown.add('log files', keepLogFiles(platform));
  shutdown.add('web', app.close);
  await app.listen(config.port, config.host);
  // Whoever types first does not wait for the names; what fails now is tried again then.
  platform.names.of('item').catch(() => undefined);
  logger.info(`MarketDex is at ${config.publicUrl}`);
} catch (error) {
  logger.debug({ err: error }, 'start failed');
  logger.fatal(startFailure(error, config).message);
  await closeAfterFailure(shutdown, logger);
}
