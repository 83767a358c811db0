import type { MikroORM } from '@mikro-orm/postgresql';
import { counted } from '../contract/shared/plural.ts';
import { codeOf, DomainError } from '../lib/errors.ts';
import { MIGRATION_TABLE } from './backup/manifest.ts';
import { knownMigrations } from './backup/schema.ts';
import { connectTo, LONG_STATEMENT_MS } from './connections.ts';
import { databaseUrlOf } from './database.ts';
import { tableNames } from './inspect.ts';
import { withStatementLimit } from './statement-limit.ts';

/** Only the holder of this lock changes the tables. */
const MIGRATION_LOCK = 4_107_203;
const LOCK_WAIT_S = 60;
const LOCK_TIMEOUT = '55P03';

/**
 * Runs the work while no other process changes the tables of this database.
 *
 * @throws DomainError unavailable when another process takes longer than a minute.
 */
export async function withMigrationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = await connectTo(url, { applicationName: 'marketdex-migrate', limits: { statementMs: 0 } });
  try {
    await client.query(`set lock_timeout = '${LOCK_WAIT_S}s'`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]).catch((error: unknown) => {
      if (codeOf(error) !== LOCK_TIMEOUT) throw error;
      throw new DomainError(
        'unavailable',
        'MIGRATION_RUNS',
        `Another process has been migrating the database for ${LOCK_WAIT_S} s: wait until it is done, then try again.`,
      );
    });
    return await work();
  } finally {
    await client.end();
  }
}

/** Names of the pending migrations, the oldest first. Changes nothing. */
export async function pendingMigrations(orm: MikroORM): Promise<string[]> {
  const em = orm.em.fork();
  const [found] = await em.execute<{ exists: boolean }[]>('select to_regclass(?) is not null as exists', [
    MIGRATION_TABLE,
  ]);
  const done = found?.exists
    ? await em.execute<{ name: string }[]>('select name from ??', [MIGRATION_TABLE])
    : [];
  const names = new Set(done.map(({ name }) => name));
  return (await knownMigrations()).filter((name) => !names.has(name));
}

/** The error for a database that only an operator may migrate. */
function notMigrated({ length }: readonly string[]): DomainError {
  return new DomainError(
    'unavailable',
    'NOT_MIGRATED',
    `The database lacks ${counted(length, 'migration')}. Run: npm run cli -- db migrate`,
  );
}

/** @throws DomainError unavailable, naming the command that migrates. */
export async function requireMigrated(orm: MikroORM): Promise<void> {
  const pending = await pendingMigrations(orm);
  if (pending.length) throw notMigrated(pending);
}

/** An interrupted first start leaves an empty migrations table. */
async function isEmpty(orm: MikroORM): Promise<boolean> {
  const em = orm.em.fork();
  const tables = await tableNames(em);
  if (tables.some((name) => name !== MIGRATION_TABLE)) return false;
  return tables.length === 0 || (await em.execute('select from ?? limit 1', [MIGRATION_TABLE])).length === 0;
}

/**
 * A migration that rewrites the sales leaves them without statistics and visibility map, without which lists are slow
 * until the next automatic vacuum. It cannot run in the transaction of the migrations.
 */
async function vacuumSales(url: string): Promise<void> {
  const client = await connectTo(url, { applicationName: 'marketdex-migrate', limits: { statementMs: 0 } });
  try {
    await client.query('vacuum (analyze) sale');
  } finally {
    await client.end();
  }
}

/**
 * Brings the tables up to date, after waiting for any other process that does; returns the names of the migrations run.
 *
 * @param which `empty` leaves a database with tables of an earlier version unchanged: only an operator may migrate it
 * @throws DomainError unavailable for such a database, and when another process migrates for too long.
 */
export async function migrate(orm: MikroORM, which: 'any' | 'empty' = 'any'): Promise<string[]> {
  if ((await pendingMigrations(orm)).length === 0) return [];
  return withMigrationLock(databaseUrlOf(orm), async () => {
    const pending = await pendingMigrations(orm);
    if (pending.length === 0) return [];
    if (which === 'empty' && !(await isEmpty(orm))) throw notMigrated(pending);
    // Creates the migrator's table now: later it would wait for a second connection.
    await orm.migrator.getExecuted();
    const done = await withStatementLimit(orm.em.fork(), LONG_STATEMENT_MS, (em) =>
      orm.migrator.up({ transaction: em.getTransactionContext() }),
    );
    await vacuumSales(databaseUrlOf(orm));
    return done.map((migration) => migration.name);
  });
}
