import { afterAll, beforeAll, expect, it } from 'vitest';
import { FaultProxy } from '../testing/faults/proxy.ts';
import { createTestDatabase, type TestDatabase } from '../testing/servers/database.ts';
import { requireSameDatabase } from './same-database.ts';

let database: TestDatabase;
let other: TestDatabase;
let proxy: FaultProxy;

beforeAll(async () => {
  database = await createTestDatabase();
  other = await createTestDatabase();
  proxy = await FaultProxy.start(database.ownerUrl);
});
afterAll(async () => {
  await proxy.stop();
  await other.drop();
  await database.drop();
});

it('accepts two addresses of one database', async () => {
  await requireSameDatabase(database.url, proxy.url);
});

it('refuses two databases of one server', async () => {
  const different = requireSameDatabase(other.url, database.ownerUrl);
  await expect(different).rejects.toMatchObject({ code: 'DIFFERENT_DATABASES' });
});
