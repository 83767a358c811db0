import type { TestProject } from 'vitest/node';
import { startTestPostgres, type TestPostgres } from './servers/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

/** Provides one PostgreSQL with a migrated template for all test files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgres, stop } = await startTestPostgres();
  project.provide('postgres', postgres);
  return stop;
}
