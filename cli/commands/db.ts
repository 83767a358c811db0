import { formatNumber } from '../../src/contract/shared/plural.ts';
import { serverInfo, tableSizes } from '../../src/db/inspect.ts';
import { newerVersion, pendingMigrations, unknownMigrations } from '../../src/db/tables/migrate.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import type { CliCommand } from '../command.ts';
import { printResult, table } from '../output.ts';
import { type GlobalOptions, prepare, withServices } from '../run.ts';
import { backupCommands } from './db-backup.ts';

async function status({ orm, config }: Runtime) {
  const em = orm.em.fork();
  const { version, database, bytes } = await serverInfo(em);
  return {
    server: `PostgreSQL ${version}`,
    embedded: config.databaseUrl === undefined,
    database,
    bytes,
    pending: await pendingMigrations(orm),
    unknown: await unknownMigrations(orm),
    tables: await tableSizes(em),
  };
}

async function migrate(options: GlobalOptions): Promise<void> {
  const { migrations, catalogue } = await withServices(
    { ...options, unprepared: true, creates: true, setsUpUser: true },
    (_services, runtime) => prepare(runtime),
  );
  printResult(options.json, { migrations, catalogue_loaded: catalogue.loaded }, () =>
    [
      migrations.length ? `Applied ${migrations.join(', ')}.` : 'No migrations were pending.',
      catalogue.loaded ? 'Loaded the catalogue.' : 'The catalogue was up to date.',
    ].join('\n'),
  );
}

async function showStatus(options: GlobalOptions): Promise<void> {
  const found = await withServices({ ...options, unprepared: true }, (_services, runtime) => status(runtime));
  printResult(options.json, found, () =>
    [
      `${found.server}${found.embedded ? ', embedded' : ''}, database ${found.database}, ${formatNumber(Math.round(found.bytes / 1024 ** 2))} MB`,
      found.pending.length
        ? `Pending migrations: ${found.pending.join(', ')}. Run: npm run cli -- db migrate`
        : 'No migrations are pending.',
      ...(found.unknown.length ? [newerVersion(found.unknown)] : []),
      ...(found.tables.length ? ['', table(found.tables)] : []),
    ].join('\n'),
  );
}

export function dbCommands(program: CliCommand): void {
  const db = program.command('db').description('migrate, inspect, back up and restore the database');

  db.command('migrate')
    .description('apply pending migrations and load the catalogue, if either is out of date')
    .example('db migrate')
    .runs(migrate);

  db.command('status')
    .description('show pending and unknown migrations and the row count of each table')
    .example('db status')
    .runs(showStatus);

  backupCommands(db);
}
