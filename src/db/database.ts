import type { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import { LONG_STATEMENT_MS } from './connections.ts';
import { openEmbeddedServer } from './embedded-server.ts';
import { withStatementLimit } from './statement-limit.ts';

export interface Database {
  url: string;
  /** Gives the database back; the embedded server stops when nobody else uses it. */
  release(): Promise<void>;
}

/** The configured database, or the project's own (README "Settings"). */
export async function openDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl) return { url: config.databaseUrl, release: async () => undefined };
  return openEmbeddedServer(config.dataDir);
}

/** The address of the database that an ORM works with: the configured one, or the embedded server's. */
export const databaseUrlOf = (orm: MikroORM): string => orm.config.get('clientUrl') ?? '';

/** Brings the tables up to date; the names of the migrations that ran. */
export async function migrate(orm: MikroORM): Promise<string[]> {
  // Makes the migrator's own table, for which it would wait for a second connection later.
  await orm.migrator.getExecuted();
  const done = await withStatementLimit(orm.em.fork(), LONG_STATEMENT_MS, (em) =>
    orm.migrator.up({ transaction: em.getTransactionContext() }),
  );
  return done.map((migration) => migration.name);
}
