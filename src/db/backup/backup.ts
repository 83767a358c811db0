import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { HOUR_MS, MINUTE_MS } from '../../contract/shared/dates.ts';
import { codeOf, conflict, DomainError, unavailable } from '../../lib/errors.ts';
import { nameNewFile, removeDrafts, writeDraft } from '../../lib/process/drafts.ts';
import { productVersion } from '../../lib/process/root.ts';
import { withConnection } from '../connecting/connections.ts';
import { MIGRATION_TABLE, migrationsOf, refuseUnknownMigrations } from '../tables/migrations.ts';
import { type ArchiveWriter, PART_BYTES, writeArchive } from './archive.ts';
import { FORMAT, LEFT_OUT, type Manifest, RowTally, type TableManifest } from './manifest.ts';
import { existingTables, sequencesOf } from './schema.ts';

/** Fixes the text format of values, independent of the server's settings. */
export const TEXT_SETTINGS = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local timezone = 'UTC'; set local extra_float_digits = 3; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;`;

export interface BackupOptions {
  url: string;
  tables: readonly string[];
  /** The file to write; it must not exist yet. */
  file: string;
  /** Called with the fraction done, from 0 to 1, and the current table. */
  onProgress?: (done: number, table: string) => void;
  /** How long the database may send nothing; by default 5 minutes. */
  stallMs?: number;
}

/** A large table that waits for the disk sends nothing for seconds. */
const STALL_MS = 5 * MINUTE_MS;

const stalled = () =>
  unavailable(
    'DATABASE_STALLED',
    'The database has stopped sending rows: check it and the network, and try again.',
  );

interface FoundTable {
  name: string;
  columns: string[];
  bytes: number;
}

/** The tables to copy with their columns; referenced tables come first. */
async function tablesToCopy(client: Client, names: readonly string[]): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable & { refers_to: string[] }>(
    `select c.relname as name, pg_table_size(c.oid)::float8 as bytes,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select distinct f.confrelid::regclass::text from pg_constraint f
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname = any($1)
     order by c.relname`,
    [names],
  );
  const ordered: FoundTable[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size) {
    const ready = [...waiting.values()].filter((row) => !row.refers_to.some((other) => waiting.has(other)));
    if (!ready.length) throw new Error(`These tables refer to each other: ${[...waiting.keys()].join(', ')}`);
    for (const { refers_to: _, ...row } of ready) {
      ordered.push(row);
      waiting.delete(row.name);
    }
  }
  return ordered;
}

/** Copies the rows of a table into parts; returns the count and the hash of the rows. */
async function copyTable(
  client: Client,
  { name, columns }: FoundTable,
  { stallMs = STALL_MS }: BackupOptions,
  write: (number: number, content: Buffer) => Promise<void>,
): Promise<TableManifest> {
  const list = columns.map(escapeIdentifier).join(', ');
  const tally = new RowTally();
  let number = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const flush = async () => {
    if (heldBytes === 0) return;
    number += 1;
    await write(number, Buffer.concat(held));
    held = [];
    heldBytes = 0;
  };
  const rows = client.query(copyTo(`copy ${escapeIdentifier(name)} (${list}) to stdout`));
  const stall = setTimeout(() => rows.destroy(stalled()), stallMs);
  try {
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      tally.add(chunk);
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes >= PART_BYTES) await flush();
      stall.refresh();
    }
  } finally {
    clearTimeout(stall);
  }
  await flush();
  return { name, columns, ...tally.total() };
}

/** Copies the rows of the tables into the archive; returns their counts and hashes. */
async function copyTables(
  client: Client,
  tables: readonly FoundTable[],
  archive: ArchiveWriter,
  options: BackupOptions,
): Promise<TableManifest[]> {
  const { onProgress } = options;
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0) || 1;
  const stored: TableManifest[] = [];
  let before = 0;
  for (const table of tables) {
    onProgress?.(before / total, table.name);
    stored.push(
      await copyTable(client, table, options, async (number, content) => {
        await archive.part(table.name, number, content);
        onProgress?.((before + Math.min(table.bytes, number * PART_BYTES)) / total, table.name);
      }),
    );
    before += table.bytes;
  }
  return stored;
}

async function copyAll(client: Client, options: BackupOptions): Promise<Manifest> {
  const { tables, file } = options;
  await client.query('begin isolation level repeatable read read only');
  await client.query(TEXT_SETTINGS);
  if (!(await existingTables(client, [MIGRATION_TABLE])).length)
    throw new DomainError(
      'not_found',
      'NOTHING_THERE',
      'There is nothing to back up: the database has no tables.',
    );
  const migrations = await migrationsOf(client);
  refuseUnknownMigrations('The database', migrations);

  const copied = [...tables, MIGRATION_TABLE].filter((name) => !LEFT_OUT.includes(name));
  const found = await tablesToCopy(client, copied);
  const write = async (draft: string) => {
    const archive = await writeArchive(draft);
    try {
      const stored = await copyTables(client, found, archive, options);
      const manifest: Manifest = {
        format: FORMAT,
        version: productVersion(),
        created: new Date().toISOString(),
        migrations,
        tables: stored,
        sequences: await sequencesOf(client, copied),
        left_out: [...LEFT_OUT],
      };
      await archive.finish(manifest);
      return manifest;
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  };
  return writeDraft(file, write, nameNewFile).catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? fileExists(file) : error;
  });
}

const fileExists = (file: string) => conflict('FILE_EXISTS', `${file} already exists. Choose another file.`);

/** Long, because another container may be writing to the same folder: its processes are not visible here. */
const ABANDONED_MS = HOUR_MS;

/** Deletes what killed backups have left in the folder of the file. */
async function removeAbandoned(file: string): Promise<void> {
  const isOurs = (name: string) => name === path.basename(file) || name.endsWith('.tar.gz');
  // The backup itself says what is wrong with the folder.
  await removeDrafts(path.dirname(file), { isOurs, idleMs: ABANDONED_MS }).catch(() => undefined);
}

/**
 * Writes a consistent snapshot of the database into a file without blocking others: all tables of the application
 * except `LEFT_OUT` and the job queue's own.
 *
 * @throws DomainError conflict when the file already exists, not_found when there are no tables, unavailable when a
 *   newer version created them, or the database stops sending rows.
 */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { file, url } = options;
  if (existsSync(file)) throw fileExists(file);
  await removeAbandoned(file);
  const connection = { applicationName: 'marketdex-backup', limits: { statementMs: 0 } };
  return withConnection(url, connection, (client) => copyAll(client, options));
}
