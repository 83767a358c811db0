import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { DAY_MS } from '../../contract/shared/dates.ts';
import { createUser } from '../../db/connecting/app-user.ts';
import { openEmbeddedServer } from '../../db/embedded/server.ts';
import { createOrm } from '../../db/orm.ts';
import { migrate } from '../../db/tables/migrate.ts';
import { loadCatalogue } from '../../modules/catalogue/catalogue.loader.ts';
import { createTestLog } from '../run/log.ts';

/** Tests do not need durability after a crash. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

/** Maximum difference between the clocks of the tests and PostgreSQL. */
const CLOCKS_APART_MS = 10_000;

const TEMPLATE = 'marketdex_template';

export interface TestPostgres {
  /** A database of that server to connect to; tests use a copy of `template`. */
  url: string;
  template: string;
}

export const urlOf = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

/** The user of the product in tests. */
const APP_USER = 'marketdex_test';

/** The address of a database for the product, which does not own the tables. */
export const appUrlOf = (server: string, database: string): string => {
  const url = new URL(urlOf(server, database));
  url.username = APP_USER;
  url.password = APP_USER;
  return url.href;
};

/**
 * SQL after which the changes of the market have consecutive numbers, as after a clock that was put back. Otherwise they are
 * milliseconds apart, which hides comparisons that are off by one.
 */
export const CONSECUTIVE_NUMBERS = `
  select setval('market_sequence', (extract(epoch from clock_timestamp()) * 1000)::bigint + ${DAY_MS})`;

/** Opens a connection, which the caller closes. */
export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Opens a connection, works with it, and closes it. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs statements that cannot run in a transaction, such as `create database`. */
export const administer = (url: string, ...statements: string[]): Promise<void> =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** Tests compare times of both, so their clocks must agree. @throws Error when they differ. */
async function expectOneClock(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    const apart = Math.abs(Date.now() - (rows[0]?.now.getTime() ?? 0));
    if (apart > CLOCKS_APART_MS)
      throw new Error(`The clocks of the tests and of their PostgreSQL differ by ${apart} ms.`);
  });
}

/** Creates the template by the migrations, which tests them too, and leaves no connection to it. */
async function makeTemplate(server: string): Promise<void> {
  await administer(server, `drop database if exists ${TEMPLATE} with (force)`, `create database ${TEMPLATE}`);
  await withClient(server, (client) => createUser(client, APP_USER, APP_USER));
  const orm = await createOrm({ url: urlOf(server, TEMPLATE), pool: 2 });
  try {
    await migrate(orm, { appUser: APP_USER });
    if (await orm.migrator.checkSchema())
      throw new Error(
        'The migrations do not match the entities: run "npm run migration:create". If it finds no changes, the snapshot contains them already: restore migrations/.snapshot-marketdex.json from git and run it again.',
      );
    await loadCatalogue(orm.em.fork({ useContext: true }));
    // The staff of most tests has no second factor.
    await orm.em.fork().execute('delete from setting');
  } finally {
    await orm.close();
  }
}

/** A file system in memory, where the machine has one. */
const MEMORY = '/dev/shm';
/** Several times what the databases of a run need; containers often have a smaller one. */
const MEMORY_NEEDED_BYTES = 2 * 1_024 ** 3;

/**
 * The folder for the server of a test run: in memory, where there is room. Each test file copies and deletes a database of
 * hundreds of files, which takes many times the processor time on a disk.
 */
export async function testRunFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize >= MEMORY_NEEDED_BYTES ? MEMORY : tmpdir();
}

/**
 * A PostgreSQL for one run of tests or a benchmark: `TEST_DATABASE_URL`, or a temporary server in a folder, by default on a
 * disk: the markets of benchmarks have gigabytes.
 *
 * @param overSocket whether its address is a socket in the file system, which takes a third less processor time for a
 * statement than TCP. Benchmarks use TCP, as the product does, and so does a `FaultProxy`
 */
export async function startTestPostgres(
  folder: string = tmpdir(),
  overSocket = false,
): Promise<{ postgres: TestPostgres; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  const directory = given ? undefined : await mkdtemp(path.join(folder, 'marketdex-test-'));
  const socket = overSocket && directory ? path.join(directory, 'postgres') : '';
  const server = directory
    ? await openEmbeddedServer(directory, {
        settings: [...FAST, `unix_socket_directories=${socket}`],
        logger: createTestLog().logger,
      })
    : undefined;
  const url = `${given ?? server?.ownerUrl}${socket && `?host=${socket}`}`;
  await expectOneClock(url);
  await makeTemplate(url);
  return {
    postgres: { url, template: TEMPLATE },
    stop: async () => {
      await server?.release();
      if (directory) await rm(directory, { recursive: true, force: true });
    },
  };
}
