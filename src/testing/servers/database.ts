import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { administer, urlOf } from './postgres.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A new database for the caller: a copy of the migrated template, including the catalogue. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: server, template } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} template ${template}`);
  return {
    url: urlOf(server, name),
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
}
