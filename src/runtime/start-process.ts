import path from 'node:path';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/connecting/database.ts';
import { startFailure } from '../db/connecting/start-failure.ts';
import { logConsoleWarnings } from '../lib/process/logger.ts';
import { makeFolder } from '../lib/process/make-folder.ts';
import { closeAfterFailure, closeOnSignal, Shutdown } from '../lib/process/shutdown.ts';
import { releaseStartMemory } from '../lib/process/start-memory.ts';
import { keepLogFiles } from '../modules/logs/log-retention.ts';
import { openLog } from '../modules/logs/logs.ts';
import { prepareAtStart } from './prepare.ts';
import { createRuntime, disconnect, type Runtime } from './runtime.ts';

/** Host and path of an address, without user and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '' : pathname}`;
}

/** The database, queue and mail server of a process: with other ones it is another site. */
export function describeUse({
  databaseUrl,
  redisUrl,
  smtpUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'redisUrl' | 'smtpUrl' | 'dataDir'>): string {
  const database = databaseUrl
    ? placeOf(databaseUrl)
    : `the embedded one in ${path.join(dataDir, 'postgres')}`;
  const queue = redisUrl ? placeOf(redisUrl) : 'in the database';
  const mail = smtpUrl ? placeOf(smtpUrl) : `files in ${path.join(dataDir, 'mail')}`;
  return `Database: ${database}. Queue: ${queue}. Mail: ${mail}.`;
}

export interface StartedProcess {
  runtime: Runtime;
  /** Runs the steps that are added to it when the process ends, before those of the runtime. */
  shutdown: Shutdown;
}

/**
 * Starts a server or a worker: its log, the database with current tables, and the runtime; then what `start` adds. A
 * signal closes everything in reverse order. A failure is logged in one sentence and ends the process with exit code 1.
 *
 * @param applicationName shown in the database's list of connections
 * @param check rejects, before the database is created or changed, when the process cannot start anyway
 */
export async function startProcess(
  config: Config,
  applicationName: string,
  start: (process: StartedProcess) => Promise<void>,
  check: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { logger, logs } = openLog(config);
  const shutdown = new Shutdown();
  shutdown.add('log', () => logs.close());
  logConsoleWarnings(logger);
  closeOnSignal(shutdown, logger);
  logger.info(describeUse(config));
  for (const sentence of config.misspelled) logger.warn(sentence);
  try {
    await check();
    makeFolder(config.dataDir);
    const database = await openDatabase({ config, logger, shutdown });
    shutdown.add('log table', () => logs.closeTable());
    const runtime = await createRuntime({ config, database, logger, applicationName, logFeed: logs.feed });
    shutdown.add('database', () => disconnect(runtime));
    await prepareAtStart(runtime);
    // It blocks the process for a tenth of a second, so it runs before there are requests and jobs.
    releaseStartMemory();
    logs.storeIn(database.url);
    const started = start({ runtime, shutdown });
    // After a signal during the start, what it still opens is closed before the database that it uses.
    shutdown.add('start', () => started.catch(() => undefined));
    await started;
    shutdown.add('log files', keepLogFiles(runtime));
  } catch (error) {
    logger.debug({ err: error }, 'start failed');
    // A signal has closed what the start needs, which is not a failure. The process ends when everything is closed.
    if (shutdown.isRunning) return shutdown.run(logger);
    logger.fatal(startFailure(error, config).message);
    await closeAfterFailure(shutdown, logger);
  }
}
