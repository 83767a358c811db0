import type { MikroORM } from '@mikro-orm/postgresql';
import { type ClientBase, escapeIdentifier } from 'pg';
import type { Manifest } from './manifest.ts';

export const tablesOf = (orm: MikroORM): string[] => [
  ...new Set([...orm.getMetadata().getAll().values()].map(({ tableName }) => tableName)),
];

/** The tables with these names that exist. */
export async function existingTables(client: ClientBase, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema() and tablename = any($1)
     order by tablename`,
    [names],
  );
  return rows.map(({ name }) => name);
}

/** The next value of each sequence of these tables. */
export async function sequencesOf(
  client: ClientBase,
  tables: readonly string[],
): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select s.relname as name from pg_class s
       join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
       join pg_class t on d.refclassid = 'pg_class'::regclass and t.oid = d.refobjid
     where s.relkind = 'S' and t.relnamespace = current_schema()::regnamespace and t.relname = any($1)
     order by s.relname`,
    [tables],
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ next: number }>(
      `select last_value + is_called::int as next from ${escapeIdentifier(name)}`,
    );
    sequences.push({ name, next: values[0]?.next ?? 1 });
  }
  return sequences;
}
