import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { createLogger } from '../../src/lib/process/logger.ts';
import { createRuntime, disconnect, type Runtime } from '../../src/runtime/runtime.ts';
import { startTestPostgres, urlOf } from '../../src/testing/servers/postgres.ts';

/** A server with a migrated database, and an empty folder. */
export interface BenchDatabase {
  url: string;
  /** Of processes that use the database and the folder. */
  settings: { DATABASE_URL: string; DATA_DIR: string };
  /** The server, and the name of the database, from which others can be created. */
  server: string;
  template: string;
  folder: string;
}

/** Starts a server with a migrated database, and removes them after the work. */
export async function withDatabase<T>(work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketdex-bench-'));
  const { postgres, stop } = await startTestPostgres();
  const { url: server, template } = postgres;
  try {
    const url = urlOf(server, template);
    return await work({ url, settings: { DATABASE_URL: url, DATA_DIR: folder }, server, template, folder });
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a process of the site with these settings has once, in this process. */
export async function withRuntime<T>(
  settings: BenchDatabase['settings'] & { APP_SECRET?: string },
  work: (runtime: Runtime) => Promise<T>,
): Promise<T> {
  const config = loadConfig({ ...settings, LOG_LEVEL: 'error' });
  const runtime = await createRuntime({
    config,
    database: { url: settings.DATABASE_URL },
    logger: createLogger(config.logLevel),
  });
  try {
    return await work(runtime);
  } finally {
    await disconnect(runtime);
  }
}
