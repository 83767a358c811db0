import { expect, it } from 'vitest';
import { FaultProxy } from '../../testing/faults/proxy.ts';
import { fixture } from '../../testing/run/fixture.ts';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { requireSameDatabase } from './database.ts';

const database = fixture(createTestDatabase, 'drop');
const other = fixture(createTestDatabase, 'drop');
const proxy = fixture(() => FaultProxy.start(database.ownerUrl), 'stop');

it('accepts two addresses of one database', async () => {
  await requireSameDatabase(database.url, proxy.url);
});

it('refuses two databases of one server', async () => {
  const different = requireSameDatabase(other.url, database.ownerUrl);
  await expect(different).rejects.toMatchObject({ code: 'DIFFERENT_DATABASES' });
});
