import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { administer, appUrlOf, urlOf } from './postgres.ts';

export interface TestDatabase {
  /** For the product, which does not own the tables. */
  url: string;
  /** For tests that change tables, or rows that the product never changes. */
  ownerUrl: string;
  drop(): Promise<void>;
}

/** A new database for the caller: a copy of the migrated template, including the catalogue. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: server, template } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: appUrlOf(server, name),
    ownerUrl: urlOf(server, name),
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
}
