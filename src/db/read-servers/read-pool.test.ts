import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { SEQUENCE_SQL } from '../../modules/changes/market-sequence.ts';
import { itemSubmission, makeAccount } from '../../testing/accounts/factories.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { FaultProxy } from '../../testing/faults/proxy.ts';
import { CLOCK_IS_FAKED } from '../../testing/run/clock.ts';
import { fixture } from '../../testing/run/fixture.ts';
import { testServer } from '../../testing/run/server.ts';
import { watchDatabase } from '../connecting/connections.ts';
import { domainErrorOf } from '../constraints.ts';
import { ReadPool } from './read-pool.ts';
import { ReadServers } from './read-servers.ts';

const server = testServer({ DATABASE_READ_POOL: '2', ANSWER_CACHE_MB: '0' });
const TOO_SLOW = { kind: 'unavailable', code: 'READ_TOO_SLOW' };
const AWAY = { kind: 'unavailable', code: 'DATABASE_AWAY' };

const slow = () => server.runtime.reads.rows(sql`select pg_sleep(30)`);

/** The connections of a pool, as the database sees them. */
const connectionsOf = (applicationName: string) =>
  server.sql<{ pid: number; state: string }>(
    `select pid, state from pg_stat_activity where datname = current_database() and application_name = ? order by pid`,
    [applicationName],
  );
const connections = () => connectionsOf('marketdex-reads');

/** Locks a table against readers; returns a function that unlocks it. */
async function lock(table: string): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const enough = Promise.withResolvers<void>();
  const done = server.runtime.orm.em.fork().transactional(async (em) => {
    await em.execute(`lock table ${table} in access exclusive mode`);
    locked.resolve();
    await enough.promise;
  });
  await locked.promise;
  return () => {
    enough.resolve();
    return done;
  };
}

describe.skipIf(CLOCK_IS_FAKED)('a slow query', () => {
  it('ends in time and frees its connection', async () => {
    const started = performance.now();
    const both = Promise.allSettled([slow(), slow()]);
    await expect.poll(connections).toMatchObject([{ state: 'active' }, { state: 'active' }]);
    const pids = (await connections()).map(({ pid }) => pid);
    const ends = await both;
    const took = performance.now() - started;
    expect(ends).toMatchObject([
      { status: 'rejected', reason: TOO_SLOW },
      { status: 'rejected', reason: TOO_SLOW },
    ]);
    expect(took).toBeGreaterThan(LIMITS.publicReadMs * 0.9);
    expect(took).toBeLessThan(LIMITS.publicReadMs * 5);
    await expect.poll(connections).toEqual(pids.map((pid) => ({ pid, state: 'idle' })));
  });

  it('gets 503 with Retry-After over REST and tRPC, and is not logged as an error', async () => {
    const unlock = await lock('sale');
    const [rest, trpc] = await Promise.all([
      call(server, 'GET', '/pokemon'),
      fetch(`${server.url}/trpc/items.list?input=%7B%7D`),
    ]);
    await unlock();
    expect({ status: rest.status, body: rest.body, wait: rest.headers.get('retry-after') }).toMatchObject({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE', error: expect.stringContaining('narrow the filter') },
      wait: '2',
    });
    expect({ status: trpc.status, wait: trpc.headers.get('retry-after') }).toEqual({
      status: 503,
      wait: '2',
    });
    expect(await trpc.json()).toMatchObject({
      error: { data: { code: 'SERVICE_UNAVAILABLE', retryAfter: 2 } },
    });
    expect((await call(server, 'GET', '/pokemon')).status).toBe(200);
  });

  it('does not block sign-ins and submissions', async () => {
    const { token } = await makeAccount(server);
    let stillSlow = true;
    const strangers = Promise.allSettled(Array.from({ length: 20 }, slow)).finally(() => {
      stillSlow = false;
    });
    const submitted = await call(server, 'POST', '/items/submit', { token, body: itemSubmission() });
    expect(submitted.status).toBe(200);
    expect(stillSlow).toBe(true);
    await strangers;
  });
});

it('cannot write', async () => {
  await expect(server.runtime.reads.rows(sql`delete from sprite returning 1`)).rejects.toMatchObject({
    code: '25006',
  });
});

it('prepares only reused queries without parameters', async () => {
  const pool = server.runtime.reads;
  const kept = sql<{ what: string }>`select 'known by name' as what`;
  const withValue = sql<{ what: string }>`select ${'planned each time'}::text as what`;
  for (let i = 0; i < 8; i += 1) {
    expect(await pool.rows(kept)).toEqual([{ what: 'known by name' }]);
    expect(await pool.rows(withValue)).toEqual([{ what: 'planned each time' }]);
    await pool.rows(sql`select 'built each time' as what`);
  }
  const names = () =>
    pool.rows<{ statement: string }>(sql`select statement from pg_prepared_statements, pg_sleep(0.05)`);
  const statements = (await Promise.all([names(), names()])).flat().map(({ statement }) => statement);
  expect(new Set(statements)).toEqual(new Set([`select 'known by name' as what`]));
});

describe('keyOf', () => {
  const key = (query: ReturnType<typeof sql>) => server.runtime.reads.keyOf(query);

  it('is equal only for equal queries', () => {
    const keys = [
      key(sql`a = ${1}`),
      key(sql`a = ${'1'}`),
      key(sql`a = ${2}`),
      key(sql`b = ${1}`),
      key(sql`a = ${['1', '2']}`),
      key(sql`a = ${'x'.repeat(5_000)}`),
      key(sql`a = ${'x'.repeat(5_001)}`),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(key(sql`a = ${1}`)).toBe(keys[0]);
    expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(1_001);
  });
});

describe('an unavailable database', () => {
  const proxy = fixture(() => FaultProxy.start(server.database.url), 'stop');
  const opened: ReadServers[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((servers) => servers.close())));

  it('fails reads as unavailable, and the pool reconnects when it is back', async () => {
    const { logger } = server.log;
    const watch = watchDatabase(logger, 10_000);
    const servers = new ReadServers({
      url: proxy.url,
      standbys: [],
      size: 1,
      applicationName: 'away',
      watch,
      numbers: SEQUENCE_SQL,
    });
    opened.push(servers);
    const pool = new ReadPool(servers);
    const read = () => pool.rows(sql`select 1 as one`);
    const failure = async () => domainErrorOf(await read().catch((error: unknown) => error));
    await read();

    const during = pool.rows(sql`select pg_sleep(30)`).catch((error: unknown) => error);
    await expect.poll(() => connectionsOf('away-reads')).toMatchObject([{ state: 'active' }]);
    await proxy.refuse();
    expect(domainErrorOf(await during)).toMatchObject(AWAY);
    expect(await failure()).toMatchObject(AWAY);
    await proxy.heal();
    expect(await read()).toEqual([{ one: 1 }]);
  });
});
