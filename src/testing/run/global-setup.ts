import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { startTestPostgres, type TestPostgres, testRunFolder } from '../servers/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

/** The server of the run, which all projects share; stopped by the first project that ends, after all tests. */
let started: ReturnType<typeof startTestPostgres> | undefined;

const run = promisify(execFile);

/** Builds the programs if they are older than their sources, so that a single test file can run alone. */
const buildPrograms = () => run(process.execPath, ['scripts/bootstrap.mjs', 'programs']);

/** Provides one PostgreSQL with a migrated template for all test files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildPrograms();
  started ??= testRunFolder().then((folder) => startTestPostgres(folder, true));
  const { postgres } = await started;
  project.provide('postgres', postgres);
  return async () => {
    const running = started;
    started = undefined;
    await (await running)?.stop();
  };
}
