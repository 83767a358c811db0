import { migrate } from '../db/migrate.ts';
import { type LoadReport, loadCatalogue } from '../modules/catalogue/catalogue.loader.ts';
import type { Runtime } from './runtime.ts';

export interface Preparation {
  /** Names of the migrations that ran. */
  migrations: string[];
  catalogue: LoadReport;
}

/** Brings tables and catalogue up to date; does nothing when nothing is new. */
export async function prepareDatabase({ orm, logger }: Runtime): Promise<Preparation> {
  return prepared({ orm, logger }, await migrate(orm));
}

/**
 * The same at the start of a server or worker. A configured database that already has tables is migrated by an operator
 * only: other processes may still run the earlier version on it.
 *
 * @throws DomainError unavailable for such a database, naming the command.
 */
export async function prepareAtStart({ config, orm, logger }: Runtime): Promise<void> {
  await prepared({ orm, logger }, await migrate(orm, config.databaseUrl === undefined ? 'any' : 'empty'));
}

async function prepared(
  { orm, logger }: Pick<Runtime, 'orm' | 'logger'>,
  migrations: string[],
): Promise<Preparation> {
  if (migrations.length) logger.info({ migrations }, 'database migrated');
  const catalogue = await loadCatalogue(orm.em.fork({ useContext: true }));
  const { loaded, ...changes } = catalogue;
  if (loaded) logger.info(changes, 'catalogue loaded');
  return { migrations, catalogue };
}
