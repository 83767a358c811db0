import { finished } from 'node:stream/promises';
import { type ClientBase, escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { codeOf, messageOf, unavailable } from '../../lib/errors.ts';
import { grantAppRights } from '../connecting/app-user.ts';
import { withConnection } from '../connecting/connections.ts';
import { createOrm } from '../orm.ts';
import { SQLSTATE } from '../sqlstate.ts';
import { withMigrationLock } from '../tables/migrate.ts';
import { MIGRATION_TABLE, migrationsOf, refuseUnknownMigrations } from '../tables/migrations.ts';
import { migrateQueueTables } from '../tables/queue-tables.ts';
import { readArchive } from './archive.ts';
import { TEXT_SETTINGS } from './backup.ts';
import { damaged, type Manifest, RowTally, type TableManifest } from './manifest.ts';
import { existingTables, tablesOf } from './schema.ts';

/** How long the restore waits for locks of other clients. */
const LOCK_TIMEOUT_S = 20;

/** Called with the number of bytes processed so far. */
type ReadProgress = (bytes: number) => void;

/** Counts and hashes the rows of each table as they are read, and compares them with the manifest. */
class Tallies {
  readonly #tallies = new Map<string, RowTally>();

  add(table: string, content: Buffer): void {
    const tally = this.#tallies.get(table) ?? new RowTally();
    this.#tallies.set(table, tally);
    tally.add(content);
  }

  /** @throws DomainError unavailable when they differ. */
  requireMatch({ tables }: Manifest): void {
    for (const table of tables) {
      const { rows, bytes, sha256 } = (this.#tallies.get(table.name) ?? new RowTally()).total();
      if (rows !== table.rows || bytes !== table.bytes || sha256 !== table.sha256)
        throw damaged(`the rows of ${table.name} do not match its manifest`);
      this.#tallies.delete(table.name);
    }
    if (this.#tallies.size) throw damaged('it has rows that are not in its manifest');
  }
}

/**
 * Reads a complete backup and verifies every table's rows against the manifest. Needs no database.
 *
 * @throws DomainError not_found when the file does not exist, unavailable when it is damaged or was written by a newer
 *   version.
 */
export async function verifyBackup(file: string, onProgress?: ReadProgress): Promise<Manifest> {
  const tallies = new Tallies();
  const manifest = await readArchive(file, {
    ...(onProgress && { progress: onProgress }),
    part: (table, content) => tallies.add(table, content),
  });
  tallies.requireMatch(manifest);
  refuseUnknownMigrations('This backup', manifest.migrations);
  return manifest;
}

/** What a restore would replace. */
export interface Contents {
  accounts: number;
  sales: number;
}

/**
 * Summarises the contents of a database; nothing when it has no tables yet.
 *
 * @param url the address for changes of the tables: the application's user may not be able to read them yet
 * @throws DomainError unavailable when a newer version created it.
 */
export const contentsOf = (url: string): Promise<Contents> =>
  withConnection(url, { applicationName: 'marketdex-restore' }, async (client) => {
    const tables = await existingTables(client, ['account', 'sale', MIGRATION_TABLE]);
    if (tables.includes(MIGRATION_TABLE)) refuseUnknownMigrations('The database', await migrationsOf(client));
    const rows = (name: string) => (tables.includes(name) ? countRows(client, name) : 0);
    return { accounts: await rows('account'), sales: await rows('sale') };
  });

async function countRows(client: ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `select count(*) as rows from ${escapeIdentifier(table)}`,
  );
  return rows[0]?.rows ?? 0;
}

export interface RestoreOptions {
  /** The address for changes of the tables. */
  url: string;
  /** The user to grant the application's rights to, unless it is the owner. */
  appUser?: string | undefined;
  file: string;
  /** The result of `verifyBackup`. */
  manifest: Manifest;
  onProgress?: ReadProgress;
  /** Called when no other process changes the tables, and again before the commit. What it throws ends the restore. */
  check?: () => Promise<void>;
  /** Called before the commit. Until then, an end of the process changes nothing. */
  onCommit?: () => void;
}

/** A COPY into one table. The connection is free again after `end` or `giveUp`, and after a failure. */
class TableCopy {
  readonly table: string;
  readonly #rows: CopyStreamQuery;
  readonly #refused: Promise<never>;
  #over = false;

  constructor(client: ClientBase, { name, columns }: Pick<TableManifest, 'name' | 'columns'>) {
    const list = columns.map(escapeIdentifier).join(', ');
    this.table = name;
    this.#rows = client.query(copyFrom(`copy ${escapeIdentifier(name)} (${list}) from stdin`));
    this.#refused = new Promise((_, reject) => {
      this.#rows.on('error', (error) => {
        this.#over = true;
        reject(error);
      });
    });
    this.#refused.catch(() => undefined);
  }

  /** @throws Error when the database rejects a row. */
  async write(content: Buffer): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#rows.write(content, (error) => (error ? reject(error) : resolve()));
    await Promise.race([promise, this.#refused]);
  }

  /** @throws Error when the database rejects a row. */
  async end(): Promise<void> {
    this.#rows.end();
    await Promise.race([finished(this.#rows), this.#refused]);
    this.#over = true;
  }

  async giveUp(): Promise<void> {
    if (this.#over) return;
    this.#rows.destroy(new Error('given up'));
    await finished(this.#rows).catch(() => undefined);
  }
}

async function copyRows(client: ClientBase, { file, manifest, onProgress }: RestoreOptions): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  const tallies = new Tallies();
  let copy: TableCopy | undefined;
  try {
    await readArchive(file, {
      ...(onProgress && { progress: onProgress }),
      part: async (name, content) => {
        const table = tables.get(name);
        if (!table) throw damaged('it changed while it was being read');
        tallies.add(name, content);
        if (copy?.table !== name) {
          await copy?.end();
          copy = new TableCopy(client, table);
        }
        await copy.write(content);
      },
    });
    await copy?.end();
  } catch (error) {
    await copy?.giveUp();
    throw error;
  }
  // The file may have been replaced since it was verified.
  tallies.requireMatch(manifest);
}

async function verifyCounts(client: ClientBase, { tables }: Manifest): Promise<void> {
  for (const { name, rows } of tables) {
    const found = await countRows(client, name);
    if (found !== rows) throw new Error(`${name} has ${found} rows instead of ${rows}: nothing was changed`);
  }
}

/**
 * Replaces everything in the database with a backup, in one transaction: recreates the tables as they were at the time
 * of the backup, fills and counts them, and migrates them to this version. Readers wait meanwhile. On any failure the
 * database stays as it was.
 *
 * Triggers stay enabled. Only the market's trigger records inserts, and it ends up reporting that everything changed.
 * References are checked, so referenced rows come first.
 *
 * @throws DomainError unavailable when the file changed since it was verified, when the user does not own the tables, or
 *   when other clients keep their locks.
 */
export const restore = (options: RestoreOptions): Promise<void> =>
  withMigrationLock(options.url, async (holder) => {
    await options.check?.();
    await migrateQueueTables(holder).catch(explained);
    await restoreLocked(options);
  });

/** @throws DomainError unavailable with what to do about a known error; other errors pass through. */
function explained(error: unknown): never {
  const code = codeOf(error);
  if (code === SQLSTATE.lockNotAvailable)
    throw unavailable(
      'TABLES_IN_USE',
      `The tables have been locked by other clients for ${LOCK_TIMEOUT_S} s. Stop the server and try again. Nothing was changed.`,
    );
  if (code === SQLSTATE.insufficientPrivilege)
    throw unavailable(
      'NOT_OWNER',
      'This user may not replace the tables: set DATABASE_OWNER_URL to the address with their owner. Nothing was changed.',
    );
  // A value, a reference or a name that does not fit the tables.
  if (/^(22|23|42)/.test(code)) throw damaged(`the database rejects it (${messageOf(error)})`);
  throw error;
}

async function restoreLocked(options: RestoreOptions): Promise<void> {
  const { url, manifest } = options;
  // A single connection, so that the ORM's migrations and our COPY share one transaction.
  const orm = await createOrm({
    url,
    pool: 1,
    applicationName: 'marketdex-restore',
    limits: { statementMs: 0 },
  });
  try {
    const pool: Pool = await orm.em.getConnection().getNativeClient();
    let client: PoolClient | undefined;
    pool.on('acquire', (acquired) => {
      client = acquired;
    });
    // Creates the migrator's table now: later it would wait for a second connection.
    await orm.migrator.getExecuted();
    await orm.em.transactional(async (em) => {
      const transaction = em.getTransactionContext();
      if (!client) throw new Error('The transaction has no connection');
      await client.query(`${TEXT_SETTINGS} set local lock_timeout = '${LOCK_TIMEOUT_S}s';`);
      // A table with deferred triggers that have not run cannot be truncated.
      await client.query('set constraints all immediate');
      const names = (list: readonly string[]) => list.map(escapeIdentifier).join(', ');
      await client.query(`drop table if exists ${names(tablesOf(orm))} cascade`);
      await client.query(`truncate ${escapeIdentifier(MIGRATION_TABLE)}`);
      await orm.migrator.up({ migrations: manifest.migrations, transaction });
      await client.query(`truncate ${names(manifest.tables.map(({ name }) => name))} cascade`);
      await copyRows(client, options);
      for (const { name, next } of manifest.sequences)
        await client.query(`alter sequence ${escapeIdentifier(name)} restart with ${next}`);
      await verifyCounts(client, manifest);
      await orm.migrator.up({ transaction });
      await client.query(`truncate sale_change; insert into sale_change (change) values ('many')`);
      if (options.appUser !== undefined) await grantAppRights(client, options.appUser);
      await options.check?.();
      options.onCommit?.();
    });
  } catch (error) {
    explained(error);
  } finally {
    await orm.close();
  }
}
