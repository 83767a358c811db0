import type { Command } from 'commander';
import { formatCount } from '../../src/contract/shared/plural.ts';
import { pendingMigrations } from '../../src/db/migrate.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { printResult, table } from '../output.ts';
import { type GlobalOptions, prepare, withServices } from '../run.ts';
import { backupCommands } from './db-backup.ts';

interface TableSize {
  table: string;
  rows: number;
}

/** Exact row counts of the application's tables. */
async function tableSizes({ orm }: Runtime): Promise<TableSize[]> {
  const em = orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    `select tablename as name from pg_tables where schemaname = current_schema() order by tablename`,
  );
  const sizes: TableSize[] = [];
  for (const { name } of tables) {
    const [row] = await em.execute<{ rows: string }[]>(`select count(*) as rows from ??`, [name]);
    sizes.push({ table: name, rows: Number(row?.rows ?? 0) });
  }
  return sizes;
}

async function status(runtime: Runtime) {
  const [server] = await runtime.orm.em
    .fork()
    .execute<{ version: string; database: string; bytes: string }[]>(
      `select current_setting('server_version') as version, current_database() as database,
       pg_database_size(current_database()) as bytes`,
    );
  return {
    server: `PostgreSQL ${server?.version}`,
    embedded: runtime.config.databaseUrl === undefined,
    database: server?.database ?? '',
    bytes: Number(server?.bytes ?? 0),
    pending: await pendingMigrations(runtime.orm),
    tables: await tableSizes(runtime),
  };
}

/** `db`: migrations, status, backup and restore. */
export function dbCommands(program: Command): void {
  const db = program.command('db').description('migrate, inspect, back up and restore the database');

  db.command('migrate')
    .description('apply pending migrations and load the catalogue, if either is out of date')
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const { migrations, catalogue } = await withServices(
        { ...options, unprepared: true },
        (_services, runtime) => prepare(runtime),
      );
      printResult(Boolean(options.json), { migrations, catalogue_loaded: catalogue.loaded }, () =>
        [
          migrations.length ? `Applied ${migrations.join(', ')}.` : 'No migrations were pending.',
          catalogue.loaded ? 'Loaded the catalogue.' : 'The catalogue was up to date.',
        ].join('\n'),
      );
    });

  db.command('status')
    .description('show pending migrations and the row count of each table')
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const found = await withServices({ ...options, unprepared: true }, (_services, runtime) =>
        status(runtime),
      );
      printResult(Boolean(options.json), found, () =>
        [
          `${found.server}${found.embedded ? ', embedded' : ''}, database ${found.database}, ${formatCount(Math.round(found.bytes / 1024 ** 2))} MB`,
          found.pending.length
            ? `Pending migrations: ${found.pending.join(', ')}. Run: npm run cli -- db migrate`
            : 'No migrations are pending.',
          ...(found.tables.length
            ? [
                '',
                table(
                  ['table', 'rows'],
                  found.tables.map((one) => ({ ...one })),
                ),
              ]
            : []),
        ].join('\n'),
      );
    });

  backupCommands(db);
}
