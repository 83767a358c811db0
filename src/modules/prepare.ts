import { migrate } from '../db/database.ts';
import { type LoadReport, loadCatalogue } from './catalogue/catalogue.loader.ts';
import type { Platform } from './platform.ts';

export interface Preparation {
  /** Names of the migrations that ran. */
  migrations: string[];
  catalogue: LoadReport;
}

/** Brings tables and catalogue up to date; does nothing when nothing is new. */
export async function prepareDatabase({ orm, logger }: Platform): Promise<Preparation> {
  const migrations = await migrate(orm);
  if (migrations.length) logger.info({ migrations }, 'database migrated');
  const catalogue = await loadCatalogue(orm.em.fork({ useContext: true }));
  const { loaded, ...changes } = catalogue;
  if (loaded) logger.info(changes, 'catalogue loaded');
  return { migrations, catalogue };
}
