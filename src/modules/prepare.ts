import { migrate } from '../db/database.ts';
import { loadCatalogue } from './catalogue/catalogue.loader.ts';
import type { Platform } from './platform.ts';

/** Brings tables and catalogue up to date; does nothing when nothing is new. */
export async function prepareDatabase({ orm, logger }: Platform): Promise<void> {
  const migrations = await migrate(orm);
  if (migrations.length) logger.info({ migrations }, 'database migrated');
  const { loaded, ...changes } = await loadCatalogue(orm.em.fork({ useContext: true }));
  if (loaded) logger.info(changes, 'catalogue loaded');
}
