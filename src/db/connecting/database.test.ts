import { describe, expect, it } from 'vitest';
import { Shutdown } from '../../lib/process/shutdown.ts';
import { FaultProxy } from '../../testing/faults/proxy.ts';
import { fixture } from '../../testing/run/fixture.ts';
import { createTestLog } from '../../testing/run/log.ts';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { createOrm } from '../orm.ts';
import { withConnection } from './connections.ts';
import { openDatabase, requireSameDatabase } from './database.ts';

const database = fixture(createTestDatabase, 'drop');
const other = fixture(createTestDatabase, 'drop');
const proxy = fixture(() => FaultProxy.start(database.ownerUrl), 'stop');

it('accepts two addresses of one database', async () => {
  await requireSameDatabase(database.url, proxy.url);
});

describe('the ORM connects like all other connections, by the parameters of the address:', () => {
  async function connect(address: URL): Promise<unknown> {
    const orm = await createOrm({ url: address.href, pool: 1 });
    try {
      return await orm.em.fork().execute('select 1 as one');
    } finally {
      await orm.close(true);
    }
  }

  it('host and port', async () => {
    const address = new URL(database.url);
    address.search = new URLSearchParams({ host: address.hostname, port: address.port }).toString();
    Object.assign(address, { hostname: 'nowhere.invalid', port: '1' });
    expect(await connect(address)).toEqual([{ one: 1 }]);
  });

  it('encryption, which the server of the tests does not offer', async () => {
    const address = new URL(database.url);
    address.searchParams.set('sslmode', 'verify-full');
    await expect(connect(address)).rejects.toThrow('The server does not support SSL connections');
  });
});

it('refuses two databases of one server', async () => {
  const different = requireSameDatabase(other.url, database.ownerUrl);
  await expect(different).rejects.toMatchObject({ code: 'DIFFERENT_DATABASES' });
});

it('refuses a database that is not in UTF8', async () => {
  const { pathname } = new URL(database.ownerUrl);
  const name = `${pathname.slice(1)}_ascii`;
  const options = { applicationName: 'test' };
  await withConnection(database.ownerUrl, options, async (owner) => {
    await owner.query(
      `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    );
    try {
      const databaseUrl = Object.assign(new URL(database.ownerUrl), { pathname: name }).href;
      const opening = openDatabase({
        config: {
          databaseUrl,
          databaseOwnerUrl: undefined,
          dataDir: '',
          databasePool: 10,
          databaseReadPool: 10,
        },
        logger: createTestLog().logger,
        shutdown: new Shutdown(),
      });
      await expect(opening).rejects.toMatchObject({ code: 'WRONG_ENCODING' });
    } finally {
      await owner.query(`drop database ${name} with (force)`);
    }
  });
});
