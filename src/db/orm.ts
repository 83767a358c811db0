import path from 'node:path';
import { EntitySchema } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { ROOT } from '../lib/process/root.ts';
import {
  type ConnectionLimits,
  connectionSettings,
  type QueryWatch,
  watchPool,
} from './connecting/connections.ts';
import { RetryingEntityManager } from './retrying-entity-manager.ts';
import * as entities from './tables/entities.ts';
import { nameKeyRoutine } from './tables/name-key.routine.ts';
import { QUEUE_SCHEMA } from './tables/queue-tables.ts';

export const MIGRATIONS_DIR = path.join(ROOT, 'migrations');

export interface OrmOptions {
  url: string;
  pool: number;
  /** Name shown in the database's list of connections. */
  applicationName?: string;
  /** Logs slow statements and outages. */
  watch?: QueryWatch | undefined;
  limits?: Partial<ConnectionLimits> | undefined;
  /** True while a migration is being created: keeps the snapshot that the next one is compared with. */
  writesMigrations?: boolean;
}

/**
 * Releases connections that open while the pool ends: Kysely drops them, and the end of the pool would wait for them forever
 * (docs/upstream/kysely-acquire-during-destroy.md).
 */
function releaseWhileEnding(pool: Pool): void {
  pool.on('acquire', (client) => {
    // The pool sets `release` after the event.
    if (pool.ending) process.nextTick(() => client.release(true));
  });
}

/** Configuration of the ORM; also used by `npm run migration:create`. */
export function ormConfig({
  url,
  pool,
  applicationName = 'marketdex',
  writesMigrations = false,
  watch,
  limits,
}: OrmOptions): Options {
  return defineConfig({
    clientUrl: url,
    entities: Object.values<unknown>(entities).filter((value) => value instanceof EntitySchema),
    // The snapshot of the tables cannot hold functions, so migrations of functions are written by hand.
    routines: writesMigrations ? [] : [nameKeyRoutine],
    entityManager: RetryingEntityManager,
    extensions: [Migrator],
    // The application logs its own migrations.
    logger: () => undefined,
    pool: { min: 0, max: pool },
    driverOptions: {
      // The ORM itself takes neither the parameters of the URL, such as `sslmode`, nor IPv6 addresses.
      connectionString: url,
      ...connectionSettings({ applicationName, limits, watch }),
      onPoolCreated: (created: Pool) => {
        releaseWhileEnding(created);
        if (watch) watchPool(created, watch);
      },
    },
    schemaGenerator: {
      // The queue's own tables.
      ignoreSchema: [QUEUE_SCHEMA],
      // Without it the migrator creates a missing database, such as one that DATABASE_URL names by mistake.
      managementDbName: '',
    },
    migrations: {
      path: MIGRATIONS_DIR,
      pathTs: MIGRATIONS_DIR,
      glob: '!(*.d).ts',
      tableName: 'migration',
      snapshot: writesMigrations,
      snapshotName: '.snapshot-marketdex',
      emit: 'ts',
    },
  }) as Options;
}

/** Opens the ORM; the first query opens the first connection. */
export const createOrm = (options: OrmOptions): Promise<MikroORM> => MikroORM.init(ormConfig(options));
