import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type PostgresServer,
  startPostgresServer,
  startStandby,
} from '../../testing/faults/postgres-server.ts';
import { FaultProxy } from '../../testing/faults/proxy.ts';
import { testFolder } from '../../testing/run/folder.ts';
import { createTestLog, type TestLog } from '../../testing/run/log.ts';
import { watchDatabase } from '../connecting/connections.ts';
import { ReadServers } from './read-servers.ts';
import type { StandbyLimits } from './standby.ts';

const SETTINGS = ['fsync=off', 'max_wal_size=64MB'];
/** Long enough for any machine: a waiting read waits until the test lets the standby continue. */
const PATIENT_MS = 60_000;

const directory = testFolder();
let primary: PostgresServer;
let standbys: PostgresServer[];
/** Between the readers and the first standby. */
let proxy: FaultProxy;
let db: Client;
let log: TestLog;
let servers: ReadServers;

const connected = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url });
  // Servers are stopped while tests are connected.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

beforeAll(async () => {
  await chmod(directory, 0o755);
  primary = await startPostgresServer(path.join(directory, 'primary'), SETTINGS);
  db = await connected(primary.url);
  await db.query('create table change (sequence bigint primary key)');
  standbys = [];
  for (const name of ['one', 'two'])
    standbys.push(await startStandby(primary, { directory: path.join(directory, name), settings: SETTINGS }));
  proxy = await FaultProxy.start(standbys[0]?.url ?? '');
}, 180_000);
afterAll(async () => {
  await db.end();
  await proxy.stop();
  for (const server of [...standbys, primary]) await server.stop();
});

beforeEach(() => {
  log = createTestLog();
});
afterEach(async () => {
  await servers.close();
  await proxy.heal();
});

/** Opens the servers with only the first standby, through the proxy, unless others are given. */
function open(limits: Partial<StandbyLimits> = {}, urls: string[] = [proxy.url]): ReadServers {
  servers = new ReadServers({
    url: primary.url,
    standbys: urls,
    size: 3,
    applicationName: 'test',
    watch: watchDatabase(log.logger, 60_000),
    numbers: {
      latest: '(select coalesce(max(sequence), 0) from change)',
      exists: 'exists (select from change where sequence = $1)',
    },
    limits: { waitMs: PATIENT_MS, lagMs: PATIENT_MS, ...limits },
  });
  return servers;
}

let last = 0;
/** Commits the next change on the primary. @returns its number */
async function change(): Promise<number> {
  last += 1;
  await db.query('insert into change values ($1)', [last]);
  return last;
}

interface Seen {
  sequence: number;
  by: string;
}

/** What a read shows, and which server answered it. */
const look = async (): Promise<Seen> => {
  const { rows } = await servers.read((client) =>
    client.query<{ sequence: string; port: number }>(
      'select coalesce(max(sequence), 0) as sequence, inet_server_port() as port from change',
    ),
  );
  const [row] = rows;
  const index = standbys.findIndex(({ url }) => Number(new URL(url).port) === row?.port);
  return { sequence: Number(row?.sequence), by: index < 0 ? 'primary' : `standby ${index + 1}` };
};

/** Looks until the answer comes from this server. */
const answeredBy = (server: string) => expect.poll(async () => (await look()).by).toBe(server);

const stateOf = async () => (await servers.report()).map(({ state }) => state);
const becomes = (state: string) => expect.poll(stateOf).toEqual([state]);

/** Runs a statement on the first standby. */
async function onStandby(statement: string): Promise<void> {
  const client = await connected(standbys[0]?.url ?? '');
  await client.query(statement);
  await client.end();
}

describe('a reader', () => {
  it('sees what they brought, at a standby', async () => {
    open();
    await servers.report();
    for (let i = 0; i < 20; i += 1) {
      const number = await change();
      await servers.raiseFloor(number);
      expect(await look()).toEqual({ sequence: number, by: 'standby 1' });
    }
  });

  it('is answered by the primary after the wait when the standby lacks the change', async () => {
    open({ waitMs: 100 });
    await servers.report();
    await onStandby('select pg_wal_replay_pause()');
    const number = await change();
    await servers.raiseFloor(number);
    expect(await look()).toEqual({ sequence: number, by: 'primary' });
    await onStandby('select pg_wal_replay_resume()');
    await answeredBy('standby 1');
  });

  it('waits for a standby that is about to have the change', async () => {
    open();
    await servers.report();
    await onStandby('select pg_wal_replay_pause()');
    const number = await change();
    const reaching = servers.raiseFloor(number).then(look);
    await onStandby('select pg_wal_replay_resume()');
    expect(await reaching).toEqual({ sequence: number, by: 'standby 1' });
  });

  it('gets a number that includes what was read, from whichever server', async () => {
    open({ waitMs: 1 }, [proxy.url, standbys[1]?.url ?? '']);
    await servers.report();
    const stop = new AbortController();
    const changes = (async () => {
      while (!stop.signal.aborted) await change();
    })();
    for (let i = 0; i < 50; i += 1) {
      const { sequence } = await look();
      expect(await servers.answerSequence()).toBeGreaterThanOrEqual(sequence);
    }
    stop.abort();
    await changes;
  });

  it('changes nothing with a number that the primary does not have, and does not wait', async () => {
    open({ waitMs: 2 ** 31 - 1 });
    await servers.report();
    const number = await change();
    await servers.raiseFloor(number);
    await servers.raiseFloor(number + 1_000_000);
    await answeredBy('standby 1');
    expect(await servers.answerSequence()).toBe(number);
  });
});

describe('a standby', () => {
  it('that is killed is left out without a failed read, and taken back by itself', async () => {
    open();
    await servers.report();
    await answeredBy('standby 1');
    const stop = new AbortController();
    const reads = (async () => {
      while (!stop.signal.aborted) await look();
    })();
    await standbys[0]?.kill();
    try {
      await answeredBy('primary');
      await becomes('away');
    } finally {
      await standbys[0]?.start();
    }
    await answeredBy('standby 1');
    stop.abort();
    await reads;
    const logged = log.lines.filter(({ level }) => level !== 'debug');
    expect(logged).toMatchObject([
      {
        level: 'warn',
        category: 'database',
        msg: expect.stringMatching(/^the standby 127\.0\.0\.1:\d+ fails$/),
      },
      { level: 'info', msg: expect.stringMatching(/works again$/) },
    ]);
  });

  it('that does not respond delays no read until its own limits', async () => {
    open();
    await servers.report();
    const number = await change();
    await servers.raiseFloor(number);
    proxy.blackHole();
    expect(await Promise.all([look(), look(), look(), look(), look()])).toMatchObject(
      Array.from({ length: 5 }, () => ({ by: 'primary' })),
    );
    await becomes('away');
    await proxy.heal();
    await answeredBy('standby 1');
  });

  it('that loses all its connections at once has failed once, however many reads that ends', async () => {
    open();
    await servers.report();
    await answeredBy('standby 1');
    // Only the standby sleeps, until it is cut off; three reads have connections.
    const reads = Array.from({ length: 12 }, () =>
      servers.read((client) => client.query('select pg_sleep(60) where pg_is_in_recovery()')),
    );
    const observer = await connected(standbys[0]?.url ?? '');
    const sleeping = async () => {
      const sql = `select from pg_stat_activity where wait_event = 'PgSleep'`;
      return (await observer.query(sql)).rowCount;
    };
    await expect.poll(sleeping).toBe(3);
    proxy.cut();
    await Promise.all(reads);
    await observer.end();
    await becomes('ok');
    const ended = log.lines.filter(({ msg }) => /fails$/.test(msg)).map(({ err }) => JSON.stringify(err));
    expect(ended.filter((err) => err.includes('left out'))).toEqual([]);
  });

  it('that lacks a change for too long is left out', async () => {
    open({ lagMs: 300 });
    await servers.report();
    await onStandby('select pg_wal_replay_pause()');
    await change();
    await becomes('lagging');
    expect((await look()).by).toBe('primary');
    await onStandby('select pg_wal_replay_resume()');
    await becomes('ok');
    await answeredBy('standby 1');
  });

  it('that shows changes of another history is left out', async () => {
    open();
    await servers.report();
    const lost = await change();
    await servers.raiseFloor(lost);
    await onStandby('select pg_wal_replay_pause()');
    await db.query('delete from change where sequence = $1', [lost]);
    await change();
    await becomes('diverged');
    expect((await look()).by).toBe('primary');
    await onStandby('select pg_wal_replay_resume()');
    await becomes('ok');
  });
});

it('needs no number and no standby without the setting', async () => {
  open({}, []);
  await servers.raiseFloor(Number.MAX_SAFE_INTEGER);
  expect((await look()).by).toBe('primary');
  expect(await servers.answerSequence()).toBeNull();
  expect(await servers.report()).toEqual([]);
});

// The last test: the server does not become a standby again.
it('keeps one connection for the change feed, and opens another when that is lost or a query fails', async () => {
  open({}, []);
  const pidOf = async (): Promise<number> =>
    servers.changes(
      async (client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid,
      () => 0,
    );
  const [first, together, ...later] = [
    ...(await Promise.all([pidOf(), pidOf()])),
    await pidOf(),
    await pidOf(),
  ];
  expect([together, ...later]).toEqual([first, first, first]);

  await db.query('select pg_terminate_backend($1)', [first]);
  // The message of the end may still be on its way.
  await expect.poll(() => pidOf().catch(() => first)).not.toBe(first);

  const second = await pidOf();
  await expect(
    servers.changes(
      (client) => client.query('select 1 / 0'),
      () => 0,
    ),
  ).rejects.toThrow('division by zero');
  expect(await pidOf()).not.toBe(second);
});

it('leaves out a promoted standby, whose changes are its own', async () => {
  open({}, [standbys[1]?.url ?? '']);
  await servers.report();
  await answeredBy('standby 2');
  const promoted = await connected(standbys[1]?.url ?? '');
  await promoted.query('select pg_promote()');
  await promoted.query('insert into change values (9000000)');
  await promoted.end();
  await becomes('promoted');
  const number = await change();
  await servers.raiseFloor(number);
  expect(await look()).toEqual({ sequence: number, by: 'primary' });
  // Also by a process that has no connection from before the promotion.
  await servers.close();
  open({}, [standbys[1]?.url ?? '']);
  await becomes('promoted');
  expect((await look()).by).toBe('primary');
});
