import { userInfo } from 'node:os';
import { loadConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/database.ts';
import { DomainError } from '../src/lib/errors.ts';
import { withRequestContext } from '../src/lib/request-context.ts';
import { closeOnSignal, Shutdown } from '../src/lib/shutdown.ts';
import { openLog } from '../src/modules/logs/logs.ts';
import { createPlatform, disconnect, type Platform } from '../src/modules/platform.ts';
import { prepareDatabase } from '../src/modules/prepare.ts';
import { type Services, systemServices } from '../src/modules/services.ts';
import { EXIT } from './errors.ts';

/** Options that every command takes. */
export interface GlobalOptions {
  json?: boolean;
  verbose?: boolean;
}

export interface RunOptions extends GlobalOptions {
  /** Works on a database as it is, tables or not: `db` alone. */
  unprepared?: boolean;
}

function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run a user id that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The project's own database is prepared as the server would; another's is changed by `db migrate` alone. */
async function makeReady(platform: Platform): Promise<void> {
  if (platform.config.databaseUrl === undefined) {
    await prepareDatabase(platform);
    return;
  }
  const pending = await platform.orm.migrator.getPending();
  if (pending.length === 0) return;
  throw new DomainError(
    'unavailable',
    'NOT_MIGRATED',
    `The database lacks ${pending.length} migrations. Run: npm run cli -- db migrate`,
  );
}

/**
 * Runs a command's work with the services that the web has, as the operator. Joins the embedded database when
 * the server runs it, else starts it and stops it afterwards; everything is closed on Ctrl-C too.
 */
export async function withServices<T>(
  options: RunOptions,
  work: (services: Services, platform: Platform) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  // What the command has to say is its result; slow statements and the like are in the log.
  const { logger, logs } = openLog(
    { ...config, redisUrl: undefined },
    options.verbose ? { shown: 'debug' } : { shown: 'error', troubles: 'silent' },
  );
  const shutdown = new Shutdown();
  shutdown.add('log', () => logs.close());
  closeOnSignal(shutdown, logger, EXIT.interrupted);
  try {
    const database = await openDatabase(config);
    shutdown.add('database server', database.release);
    shutdown.add('log table', () => logs.closeTable());
    const platform = await createPlatform({ config, databaseUrl: database.url, logger });
    shutdown.add('database', () => disconnect(platform));
    if (!options.unprepared) await makeReady(platform);
    if (!options.unprepared) logs.storeIn(database.url);

    const user = `operator ${operatorName()}`;
    const services = systemServices(platform, user);
    const { requestId } = services.scope.origin;
    const result = await withRequestContext({ requestId, user }, () => work(services, platform));
    // A database that the work has only now given its tables.
    if (options.unprepared) logs.storeIn(database.url);
    return result;
  } finally {
    await shutdown.run(logger);
  }
}
