import type { MikroORM } from '@mikro-orm/postgresql';
import { appUserOf } from '../db/connecting/app-user.ts';
import { asOwner } from '../db/connecting/start-failure.ts';
import { createOrm } from '../db/orm.ts';
import { type MigrateOptions, migrate, pendingMigrations } from '../db/tables/migrate.ts';
import { type LoadReport, loadCatalogue } from '../modules/catalogue/catalogue.loader.ts';
import { lostSecrets } from '../modules/secrets/sealed.queries.ts';
import { slowEarlierHashes } from '../modules/two-factor/recovery-codes.ts';
import type { Runtime } from './runtime.ts';
import { systemServices } from './services.ts';

export interface Preparation {
  migrations: string[];
  catalogue: LoadReport;
}

async function migrateAsOwner({ orm, database }: Runtime, which: MigrateOptions['which']): Promise<string[]> {
  const { ownerUrl } = database;
  const appUser = appUserOf(database);
  if (ownerUrl === undefined) return migrate(orm, { which });
  if ((await pendingMigrations(orm)).length === 0) return [];
  const owner: MikroORM = await createOrm({ url: ownerUrl, pool: 2, applicationName: 'marketdex-migrate' });
  try {
    return await asOwner(migrate(owner, { which, appUser }));
  } finally {
    await owner.close();
  }
}

/** Brings tables and catalogue up to date. Does nothing when they already are. */
export async function prepareDatabase(runtime: Runtime): Promise<Preparation> {
  return loadCurrentCatalogue(runtime, await migrateAsOwner(runtime, 'any'));
}

/**
 * Prepares the database at the start of a server or worker. A configured database that already has tables is not
 * migrated here: other processes may still run the previous version on it, so an operator must migrate it.
 *
 * @throws DomainError unavailable for such a database with pending migrations, with the command to run.
 */
export async function prepareAtStart(runtime: Runtime): Promise<void> {
  const { config, orm, logger } = runtime;
  await loadCurrentCatalogue(
    { orm, logger },
    await migrateAsOwner(runtime, config.databaseUrl === undefined ? 'any' : 'empty'),
  );
  const services = systemServices(runtime, 'start');
  const sealed = await services.settings.sealPlain();
  if (sealed > 0) logger.info({ sealed }, 'secret settings encrypted');
  const slowed = await slowEarlierHashes(orm.em.fork());
  if (slowed > 0) logger.info({ slowed }, 'recovery codes rehashed');
  for (const sentence of await lostSecrets(runtime, services)) logger.warn(sentence);
}

async function loadCurrentCatalogue(
  { orm, logger }: Pick<Runtime, 'orm' | 'logger'>,
  migrations: string[],
): Promise<Preparation> {
  if (migrations.length) logger.info({ migrations }, 'database migrated');
  const catalogue = await loadCatalogue(orm.em.fork({ useContext: true }));
  const { loaded, ...changes } = catalogue;
  if (loaded) logger.info(changes, 'catalogue loaded');
  return { migrations, catalogue };
}
