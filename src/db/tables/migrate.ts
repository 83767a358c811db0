import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Client } from 'pg';
import { counted } from '../../contract/shared/plural.ts';
import { codeOf, unavailable } from '../../lib/errors.ts';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { grantAppRights } from '../connecting/app-user.ts';
import { withConnection } from '../connecting/connections.ts';
import { tableNames } from '../inspect.ts';
import { SQLSTATE } from '../sqlstate.ts';
import { withLongStatements } from '../statement-limit.ts';
import { APPLIED_MIGRATIONS, KNOWN_MIGRATIONS, MIGRATION_TABLE, unknownAmong } from './migrations.ts';
import { isQueueCurrent, migrateQueueTables, QUEUE_MIGRATION, QUEUE_SCHEMA } from './queue-tables.ts';

const LOCK_WAIT_S = 60;

/**
 * Runs the work while no other process changes the tables of this database.
 *
 * @param work gets the connection that holds the lock
 * @throws DomainError unavailable when another process takes longer than a minute.
 */
export function withMigrationLock<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const options = { applicationName: 'marketdex-migrate', limits: { statementMs: 0 } };
  return withConnection(url, options, async (client) => {
    await client.query(`set lock_timeout = '${LOCK_WAIT_S}s'`);
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]).catch((error: unknown) => {
      if (codeOf(error) !== SQLSTATE.lockNotAvailable) throw error;
      throw unavailable(
        'MIGRATION_RUNS',
        `Another process has been migrating the database for ${LOCK_WAIT_S} s: wait until it is done, then try again.`,
      );
    });
    return work(client);
  });
}

/** The rows of a query on a table that may not exist yet, or that the owner has not opened to this user yet. */
async function rowsOf<Row>(em: EntityManager, table: string, query: string): Promise<Row[]> {
  try {
    const [found] = await em.execute<{ exists: boolean }[]>('select to_regclass(?) is not null as exists', [
      table,
    ]);
    return found?.exists ? await em.execute<Row[]>(query) : [];
  } catch (error) {
    if (codeOf(error) === SQLSTATE.insufficientPrivilege) return [];
    throw error;
  }
}

/** Names of the migrations that have run, the oldest first. */
async function appliedMigrations(em: EntityManager): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(em, MIGRATION_TABLE, APPLIED_MIGRATIONS);
  return rows.map(({ name }) => name);
}

/** Names of the pending migrations, the oldest first; the queue's tables come last. Changes nothing. */
export async function pendingMigrations(orm: MikroORM): Promise<string[]> {
  const em = orm.em.fork();
  const names = new Set(await appliedMigrations(em));
  const queue = `${QUEUE_SCHEMA}.migration`;
  const [version] = await rowsOf<{ at: number }>(em, queue, `select max(version) as at from ${queue}`);
  const pending = KNOWN_MIGRATIONS.filter((name) => !names.has(name));
  return isQueueCurrent(version?.at) ? pending : [...pending, QUEUE_MIGRATION];
}

/** Names of the migrations that have run and belong to a newer version, the oldest first. */
export const unknownMigrations = async (orm: MikroORM): Promise<string[]> =>
  unknownAmong(await appliedMigrations(orm.em.fork()));

/** A warning about unknown migrations. During a release, the old version runs on a database that is already migrated. */
export const newerVersion = (unknown: readonly string[]): string =>
  `This database has migrations that this version does not know: ${unknown.join(', ')}; it was migrated by a newer version.`;

/**
 * Refuses a database that only an operator may migrate.
 *
 * @throws DomainError unavailable, naming the command that migrates; the error of PostgreSQL when the user may not read
 *   which migrations have run.
 */
async function refusePending(orm: MikroORM, { length }: readonly string[]): Promise<never> {
  const em = orm.em.fork();
  if ((await tableNames(em)).includes(MIGRATION_TABLE)) await em.execute(APPLIED_MIGRATIONS);
  throw unavailable(
    'NOT_MIGRATED',
    `The database lacks ${counted(length, 'migration')}. Run: npm run cli -- db migrate`,
  );
}

/** @throws as `refusePending` */
export async function requireMigrated(orm: MikroORM): Promise<void> {
  const pending = await pendingMigrations(orm);
  if (pending.length) await refusePending(orm, pending);
}

/** An interrupted first start leaves an empty migrations table. */
async function isEmpty(orm: MikroORM): Promise<boolean> {
  const em = orm.em.fork();
  const tables = await tableNames(em);
  if (tables.some((name) => name !== MIGRATION_TABLE)) return false;
  return tables.length === 0 || (await em.execute('select from ?? limit 1', [MIGRATION_TABLE])).length === 0;
}

/** Applies the pending migrations, and grants the application's user its rights. */
async function bringUpToDate(orm: MikroORM, client: Client, appUser: string | undefined): Promise<void> {
  // Creates the migrator's table now: later it would wait for a second connection.
  await orm.migrator.getExecuted();
  await withLongStatements(orm.em.fork(), (em) =>
    orm.migrator.up({ transaction: em.getTransactionContext() }),
  );
  await migrateQueueTables(client);
  if (appUser !== undefined) await grantAppRights(client, appUser);
  // A migration that rewrites the sales leaves them without statistics and visibility map, without which lists are slow
  // until the next automatic vacuum. It cannot run in the transaction of the migrations.
  await client.query('vacuum (analyze) sale');
}

export interface MigrateOptions {
  /** `empty` leaves a database with tables of an earlier version unchanged: only an operator may migrate it. */
  which?: 'any' | 'empty';
  /** The user to grant the application's rights to, unless it is the owner. */
  appUser?: string | undefined;
}

/**
 * Brings the tables and the rights of the application's user up to date, after waiting for any other process that does;
 * returns the names of the migrations run.
 *
 * @param orm connected as the owner of the tables
 * @throws DomainError unavailable for a database that only an operator may migrate, and when another process migrates
 *   for too long.
 */
export async function migrate(
  orm: MikroORM,
  { which = 'any', appUser }: MigrateOptions = {},
): Promise<string[]> {
  if (appUser === undefined && (await pendingMigrations(orm)).length === 0) return [];
  return withMigrationLock(orm.config.get('clientUrl') ?? '', async (client) => {
    const pending = await pendingMigrations(orm);
    if (pending.length === 0) {
      if (appUser !== undefined) await grantAppRights(client, appUser);
      return [];
    }
    if (which === 'empty' && !(await isEmpty(orm))) await refusePending(orm, pending);
    await bringUpToDate(orm, client, appUser);
    return pending;
  });
}
