import { stat } from 'node:fs/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { type ClientBase, escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { DomainError } from '../../lib/errors.ts';
import { createOrm } from '../orm.ts';
import { readArchive } from './archive.ts';
import { TEXT_SETTINGS } from './backup.ts';
import { damaged, type Manifest, MIGRATION_TABLE, RowTally, type TableManifest } from './manifest.ts';
import {
  existingTables,
  knownMigrations,
  migrationsOf,
  refuseUnknownMigrations,
  tablesOf,
} from './schema.ts';
import { TableCopy } from './table-copy.ts';

/** How long the restore waits for those who are at work on the tables. */
const LOCK_TIMEOUT_S = 20;

/** Told how many bytes of the file are behind it. */
export type ReadProgress = (bytes: number) => void;

export const sizeOf = async (file: string): Promise<number> =>
  (await stat(file).catch(() => ({ size: 0 }))).size;

/** Compares what was read of a table with what its manifest says. */
function hold(tally: RowTally | undefined, table: TableManifest): void {
  const { rows, bytes, sha256 } = (tally ?? new RowTally()).total();
  if (rows !== table.rows || bytes !== table.bytes || sha256 !== table.sha256)
    throw damaged(`its rows of ${table.name} are not those that were written`);
}

/**
 * Reads a whole backup and holds every table's rows against the manifest. No database is needed.
 *
 * @throws DomainError not_found for a file that is not there, unavailable for one that is damaged, or that a newer
 *   version wrote.
 */
export async function verifyBackup(file: string, onProgress?: ReadProgress): Promise<Manifest> {
  const tallies = new Map<string, RowTally>();
  const manifest = await readArchive(file, {
    ...(onProgress && { progress: onProgress }),
    part: (table, content) => {
      const tally = tallies.get(table) ?? new RowTally();
      tallies.set(table, tally);
      tally.add(content);
    },
  });
  for (const table of manifest.tables) {
    hold(tallies.get(table.name), table);
    tallies.delete(table.name);
  }
  if (tallies.size) throw damaged('it has rows that its manifest does not know');
  refuseUnknownMigrations('This backup', manifest.migrations, await knownMigrations());
  return manifest;
}

/** What a restore would replace. */
export interface Contents {
  accounts: number;
  sales: number;
}

/**
 * What there is in a database; nothing when it has no tables yet.
 *
 * @throws DomainError unavailable when a newer version made it.
 */
export async function contentsOf(orm: MikroORM): Promise<Contents> {
  const pool: Pool = await orm.em.getConnection().getNativeClient();
  const client = await pool.connect();
  try {
    const tables = await existingTables(client, ['account', 'sale', MIGRATION_TABLE]);
    if (tables.includes(MIGRATION_TABLE))
      refuseUnknownMigrations('The database', await migrationsOf(client), await knownMigrations());
    const rows = (name: string) => (tables.includes(name) ? countRows(client, name) : 0);
    return { accounts: await rows('account'), sales: await rows('sale') };
  } finally {
    client.release();
  }
}

async function countRows(client: ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `select count(*) as rows from ${escapeIdentifier(table)}`,
  );
  return Number(rows[0]?.rows);
}

export interface RestoreOptions {
  url: string;
  file: string;
  /** What `verifyBackup` found in the file. */
  manifest: Manifest;
  onProgress?: ReadProgress;
}

/** Copies the rows of the file into their tables, each as long as its parts come. */
async function copyRows(client: ClientBase, { file, manifest, onProgress }: RestoreOptions): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  const tallies = new Map<string, RowTally>();
  let copy: TableCopy | undefined;
  try {
    await readArchive(file, {
      ...(onProgress && { progress: onProgress }),
      part: async (name, content) => {
        const table = tables.get(name);
        if (!table) throw damaged('it has changed while it was read');
        const tally = tallies.get(name) ?? new RowTally();
        tallies.set(name, tally);
        tally.add(content);
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
  // The file may be another one than the one that was verified.
  for (const table of manifest.tables) hold(tallies.get(table.name), table);
}

async function verifyCounts(client: ClientBase, { tables }: Manifest): Promise<void> {
  for (const { name, rows } of tables) {
    const found = await countRows(client, name);
    if (found !== rows) throw new Error(`${name} has ${found} rows in place of ${rows}: nothing was changed`);
  }
}

/**
 * Puts a backup in the place of everything that the database holds, in one transaction: the tables are made anew as
 * they were when the backup was written, filled, counted, and brought up to date. Whoever reads meanwhile waits. A
 * failure, at any point, leaves the database as it was.
 *
 * Triggers stay in force: of new rows only the market's takes note, and what it says in the end is that everything has
 * changed. References are checked: rows come after those that they refer to.
 *
 * @throws DomainError unavailable when the file changed since it was verified, or others do not let go of the tables.
 */
export async function restore(options: RestoreOptions): Promise<void> {
  const { url, manifest } = options;
  // One connection alone, so that the ORM's migrations and our COPY are in the same transaction.
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
    // What the migrator needs once, it makes now: it would wait for a second connection later.
    await orm.migrator.getExecuted();
    await orm.em.transactional(async (em) => {
      const transaction = em.getTransactionContext();
      if (!client) throw new Error('The transaction has no connection');
      await client.query(`${TEXT_SETTINGS} set local lock_timeout = '${LOCK_TIMEOUT_S}s';`);
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
    });
  } catch (error) {
    if ((error as { code?: string }).code === '55P03')
      throw new DomainError(
        'unavailable',
        'TABLES_IN_USE',
        `Others have been at work on the tables for ${LOCK_TIMEOUT_S} s. Stop the server and try again. Nothing was changed.`,
      );
    throw error;
  } finally {
    await orm.close();
  }
}
