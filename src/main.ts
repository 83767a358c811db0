import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { migrate, openDatabase } from './db/database.ts';
import { createOrm } from './db/orm.ts';
import { closeOnSignal, Shutdown } from './lib/shutdown.ts';
import { loadCatalogue } from './modules/catalogue/catalogue.loader.ts';
import { processLogger } from './process-logger.ts';

/** Migrates and loads the catalogue; both do nothing when nothing is new. */
async function prepare(url: string, logger: ReturnType<typeof processLogger>): Promise<void> {
  const orm = await createOrm({ url, pool: 2 });
  try {
    const migrations = await migrate(orm);
    if (migrations.length) logger.info({ migrations }, 'database migrated');
    const { loaded, ...changes } = await loadCatalogue(orm.em.fork({ useContext: true }));
    if (loaded) logger.info(changes, 'catalogue loaded');
  } finally {
    await orm.close();
  }
}

async function main(): Promise<void> {
  const config = loadConfig();
  const logger = processLogger(config);
  const shutdown = new Shutdown();
  closeOnSignal(shutdown, logger);
  try {
    const database = await openDatabase(config);
    shutdown.add('database', database.release);
    await prepare(database.url, logger);
    const app = await createApp({ config, databaseUrl: database.url, logger });
    shutdown.add('web', app.close);
    const address = await app.listen(config.port, config.host);
    logger.info({ address }, `MarketDex is at ${config.publicUrl}`);
  } catch (error) {
    logger.fatal({ err: error }, 'start failed');
    await shutdown.run(logger);
    process.exitCode = 1;
  }
}

await main();
