import { expect, it } from 'vitest';
import { FaultProxy } from '../testing/faults/proxy.ts';
import { fixture } from '../testing/run/fixture.ts';
import { createTestDatabase } from '../testing/servers/database.ts';
import { createOrm } from './orm.ts';

const database = fixture(createTestDatabase, 'drop');
const proxy = fixture(() => FaultProxy.start(database.url), 'stop');

it('closes while it opens a connection', async () => {
  const orm = await createOrm({ url: proxy.url, pool: 1 });
  proxy.blackHole();
  const failed = expect(orm.em.fork().execute('select 1')).rejects.toThrow();
  await expect.poll(() => proxy.connections).toBe(1);
  const closed = orm.close();
  await proxy.heal();
  await closed;
  await failed;
});
