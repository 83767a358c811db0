import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { appUrlOf, urlOf } from './postgres.ts';

export interface TestDatabase {
  /** For the product, which does not own the tables. */
  url: string;
  /** For tests that change tables, or rows that the product never changes. */
  ownerUrl: string;
  drop(): Promise<void>;
}

let connected: Promise<Client> | undefined;

/** The connection that makes the databases of this process: to open one takes longer than to copy the template. */
function administrator(server: string): Promise<Client> {
  connected ??= (async () => {
    const client = new Client({ connectionString: server });
    const forget = () => {
      connected = undefined;
    };
    client.on('error', forget).on('end', forget);
    await client.connect();
    return client;
  })();
  return connected;
}

/** A new database for the caller: a copy of the migrated template, including the catalogue. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: server, template } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = await administrator(server);
  await client.query(`create database ${name} template ${template} strategy file_copy`);
  return {
    url: appUrlOf(server, name),
    ownerUrl: urlOf(server, name),
    drop: async () => {
      await (await administrator(server)).query(`drop database if exists ${name} with (force)`);
    },
  };
}
