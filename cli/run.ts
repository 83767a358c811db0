import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { type Config, loadConfig } from '../src/config.ts';
import { type OpenDatabaseOptions, openDatabase } from '../src/db/connecting/database.ts';
import { startFailure } from '../src/db/connecting/start-failure.ts';
import { requireMigrated } from '../src/db/tables/migrate.ts';
import { DomainError } from '../src/lib/errors.ts';
import { withRequestContext } from '../src/lib/process/request-context.ts';
import { readOrCreateSecret } from '../src/lib/process/secret-file.ts';
import { closeOnSignal, Shutdown } from '../src/lib/process/shutdown.ts';
import { openLog } from '../src/modules/logs/logs.ts';
import { type Preparation, prepareDatabase } from '../src/runtime/prepare.ts';
import { createRuntime, disconnect, type Runtime } from '../src/runtime/runtime.ts';
import { type Services, systemServices } from '../src/runtime/services.ts';
import { EXIT } from './errors.ts';

/** Options that every command takes. */
export interface GlobalOptions {
  json?: boolean;
  verbose?: boolean;
}

interface RunOptions extends GlobalOptions {
  /** Skips migrations and their check: for commands that work on any database, such as `db`. */
  unprepared?: boolean;
  /** Creates the embedded database if there is none. Other commands refuse to run then. */
  creates?: boolean;
  /** The settings, when the command has read them. */
  config?: Config;
  /** Creates the application's database user or changes its password: for commands that change the tables. */
  setsUpUser?: boolean;
}

function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user id may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The embedded database is migrated automatically; a configured one only by `db migrate`. */
async function makeReady(runtime: Runtime): Promise<void> {
  if (runtime.config.databaseUrl === undefined) await prepare(runtime);
  else await requireMigrated(runtime.orm);
}

/** Applies migrations and loads the catalogue. @throws DomainError with a message for the operator */
export async function prepare(runtime: Runtime): Promise<Preparation> {
  try {
    return await prepareDatabase(runtime);
  } catch (error) {
    throw startFailure(error, runtime.config);
  }
}

/** Without this, a scheduler that lacks the server's settings would export or back up a new, empty database. */
function requireDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl !== undefined || existsSync(path.join(dataDir, 'postgres'))) return;
  throw new DomainError(
    'not_found',
    'NO_DATABASE',
    `There is no database in ${dataDir}: set DATABASE_URL or DATA_DIR as for the server.`,
  );
}

/** The settings. Without a database, no secret is created either, unless the command creates the database. */
const settingsFor = ({ creates }: RunOptions): Config =>
  loadConfig(undefined, (file, databaseUrl) => {
    if (!creates) requireDatabase({ databaseUrl, dataDir: path.dirname(file) });
    return readOrCreateSecret(file);
  });

async function open(options: OpenDatabaseOptions & { config: Config }): Promise<Runtime> {
  const { config, logger, shutdown } = options;
  try {
    const database = await openDatabase(options);
    const runtime = await createRuntime({ config, database, logger });
    shutdown.add('database', () => disconnect(runtime));
    return runtime;
  } catch (error) {
    throw startFailure(error, config);
  }
}

/**
 * Runs the work. If a signal ends the process meanwhile, prints what the work has left: everything is closed by then, so
 * nothing more is stored.
 */
export async function withInterruption<T>(printLeft: () => void, work: () => Promise<T>): Promise<T> {
  const atExit = (code: number) => {
    if (code === EXIT.interrupted) printLeft();
  };
  process.once('exit', atExit);
  try {
    return await work();
  } finally {
    process.off('exit', atExit);
  }
}

/**
 * Runs a command's work as the operator, with the same services as the web server. Uses the embedded database of a
 * running server, otherwise starts it and stops it afterwards. Everything is also closed on Ctrl-C.
 *
 * @throws DomainError not_found when there is no database, except for commands that create one
 */
export async function withServices<T>(
  options: RunOptions,
  work: (services: Services, runtime: Runtime) => Promise<T>,
): Promise<T> {
  const { config = settingsFor(options) } = options;
  if (!options.creates) requireDatabase(config);
  const { logger, logs } = openLog(
    // A command does not wait for Redis, so no live log shows its lines.
    { ...config, redisUrl: undefined },
    // Only errors are shown, so that the output is the result; warnings such as slow statements are still logged.
    options.verbose ? { shown: 'debug' } : { shown: 'error', troubles: 'silent' },
  );
  const shutdown = new Shutdown();
  shutdown.add('log', () => logs.close());
  closeOnSignal(shutdown, logger, EXIT.interrupted);
  try {
    const runtime = await open({ config, logger, shutdown, setsUpUser: options.setsUpUser });
    shutdown.add('log table', () => logs.closeTable());
    if (!options.unprepared) {
      await makeReady(runtime);
      logs.storeIn(runtime.database.url);
    }

    const user = `operator ${operatorName()}`;
    const services = systemServices(runtime, user);
    const { requestId } = services.scope.origin;
    const result = await withRequestContext({ requestId, user }, () => work(services, runtime));
    // The log table may not have existed before the work.
    if (options.unprepared) logs.storeIn(runtime.database.url);
    return result;
  } finally {
    await shutdown.run(logger);
  }
}
