import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { SITE_CONNECTIONS } from './connecting/connections.ts';
import { query, values } from './query.ts';
import { SQLSTATE } from './sqlstate.ts';
import { HISTORY_TABLES } from './tables/history.ts';

interface ServerInfo {
  /** As the server reports it, such as `18.1`. */
  version: string;
  database: string;
  /** Size of the database on the server's disk. */
  bytes: number;
}

export async function serverInfo(em: EntityManager): Promise<ServerInfo> {
  const [row] = await query(em)<ServerInfo>`
    select current_setting('server_version') as version, current_database() as database,
      pg_database_size(current_database()) as bytes`;
  if (!row) throw new Error('The database returned no facts about itself');
  return row;
}

/** The user of a connection, and whether it could rewrite the history. */
export async function connectedUser(em: EntityManager): Promise<{ name: string; rewritesHistory: boolean }> {
  const [row] = await query(em)<{ name: string; rewrites: boolean }>`
    select current_user as name, bool_or(has_table_privilege(history, 'update, delete, truncate')) as rewrites
    from unnest(${sql.val(HISTORY_TABLES)}::text[]) as history`;
  return { name: row?.name ?? '', rewritesHistory: row?.rewrites ?? true };
}

export async function tableNames(em: EntityManager): Promise<string[]> {
  return values(em)<string>`
    select tablename from pg_tables where schemaname = current_schema() order by tablename`;
}

/**
 * Whether servers or workers use the database. Only recent statements count, which these processes send every few seconds:
 * the connection of a machine that has died can stay open for hours.
 */
export async function isSiteRunning(em: EntityManager): Promise<boolean> {
  const used = await query(em)`
    select from pg_stat_activity
    where datname = current_database() and application_name in (${sql.join(Object.values(SITE_CONNECTIONS))})
      and state_change > now() - interval '30 seconds'
    limit 1`;
  return used.length > 0;
}

/** The exact number of rows of each table. */
export async function tableSizes(em: EntityManager): Promise<{ table: string; rows: number }[]> {
  const sizes: { table: string; rows: number }[] = [];
  for (const table of await tableNames(em)) {
    const [rows = 0] = await values(em)<number>`select count(*) from ${sql.table(table)}`;
    sizes.push({ table, rows });
  }
  return sizes;
}

/** By how many milliseconds the clock of this process is ahead of that of the database; negative when it is behind. */
export async function aheadOfDatabase(em: EntityManager): Promise<number> {
  const before = Date.now();
  const [theirs = 0] = await values(em)<number>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8`;
  return (before + Date.now()) / 2 - theirs;
}

/**
 * More rows than fit into the minimum memory of a statement: PostgreSQL writes them to a temporary file, which needs
 * disk space and nothing else, even where the database is read-only.
 */
const SPILLED_ROWS = 20_000;

/** @throws an error of the database, also when it is a standby, is read-only, or its disk is full. */
export async function requireWritable(em: EntityManager): Promise<void> {
  const [isReadOnly] = await em.transactional(async (tx) => {
    await query(tx)`set local work_mem = '64kB'`;
    return values(tx)<boolean>`
      select pg_is_in_recovery() or current_setting('transaction_read_only')::bool
      from generate_series(1, ${SPILLED_ROWS}::int) group by 1`;
  });
  if (isReadOnly)
    throw Object.assign(new Error('The database is read-only'), { code: SQLSTATE.readOnlySqlTransaction });
}
