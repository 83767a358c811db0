import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { withRedis } from '../../queue/check-redis.ts';
import { mountSmallDisk, whyNoSmallDisk } from '../faults/small-disk.ts';
import { fixture } from '../run/fixture.ts';
import { testFolder } from '../run/folder.ts';
import { createTestDatabase } from '../servers/database.ts';
import { administer, urlOf } from '../servers/postgres.ts';
import { startRedis } from '../servers/redis-server.ts';
import { testPort } from '../servers/test-port.ts';
import { childEnv } from './child-env.ts';
import { runCli } from './cli-process.ts';
import { PROGRAMS, runProgram, startProgram } from './programs.ts';
import { startServerProcesses } from './server-process.ts';

const noDisk = await whyNoSmallDisk();
const { url: server } = inject('postgres');
const name = `start_${process.pid}`;
const SECRET = 'a secret for tests, 32 characters long';
const END_MS = 15_000;

const folder = testFolder();

type Settings = Record<string, string>;
type Kind = 'web' | 'worker' | 'CLI';

/** The output of a process that cannot start. */
async function failedStart(kind: Kind, settings: Settings): Promise<string> {
  const given = { DATA_DIR: path.join(folder, 'data'), APP_SECRET: SECRET, PORT: '0', ...settings };
  if (kind === 'CLI') {
    const { code, stdout, stderr } = await runCli(['users', 'list'], { settings: given });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr.replace(/^error: /i, '').trim();
  }
  const child = spawn(process.execPath, [PROGRAMS[kind]], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: childEnv({ LOG_FORMAT: 'json', ...given }),
  });
  const exited = once(child, 'exit');
  const lines = (await text(child.stderr)).trim().split('\n');
  expect(await exited).toEqual([1, null]);
  const [line = '', ...more] = lines.filter((each) => !/"level":"(info|warn|error)"/.test(each));
  expect(more).toEqual([]);
  const { err, level, msg } = JSON.parse(line);
  expect({ err, level }).toEqual({ err: undefined, level: 'fatal' });
  return msg;
}

const KINDS: Kind[] = ['web', 'worker', 'CLI'];
const address = (user: string, password: string, database: string, host = new URL(server).host) =>
  `postgres://${user}:${password}@${host}/${database}`;

describe('a process that cannot start prints one sentence and exits with 1:', () => {
  const { username, password } = new URL(server);

  it.each<[string, () => Settings | Promise<Settings>, RegExp]>([
    [
      'a wrong password',
      () => ({ DATABASE_URL: address(username, 'wrong', 'postgres') }),
      /^The PostgreSQL server 127.0.0.1:\d+ refuses the password of user "\w+": correct DATABASE_URL\.$/,
    ],
    [
      'an unknown host',
      () => ({ DATABASE_URL: address(username, password, 'marketdex', 'database.invalid') }),
      /^The host of the PostgreSQL server database.invalid:5432 cannot be resolved: correct DATABASE_URL, /,
    ],
    [
      'no server',
      async () => ({
        DATABASE_URL: address(username, password, 'marketdex', `127.0.0.1:${await testPort()}`),
      }),
      /^The PostgreSQL server 127.0.0.1:\d+ cannot be reached \(.*ECONNREFUSED.*\): start it, or correct/,
    ],
    [
      'a data folder that is a file',
      async () => {
        await writeFile(path.join(folder, 'file'), '');
        return { DATA_DIR: path.join(folder, 'file'), APP_SECRET: '' };
      },
      /file cannot be used as a folder \(E\w+\): set DATA_DIR to another one\./,
    ],
    [
      'a data folder that is a file, with an external database',
      async () => {
        await writeFile(path.join(folder, 'file'), '');
        return { DATA_DIR: path.join(folder, 'file'), DATABASE_URL: address(username, 'wrong', 'postgres') };
      },
      /file cannot be used as a folder \(E\w+\): set DATA_DIR to another one\./,
    ],
    [
      'a truncated secret',
      async () => {
        const data = mkdtempSync(path.join(folder, 'data-'));
        await writeFile(path.join(data, 'secret'), '');
        return { DATA_DIR: data, APP_SECRET: '' };
      },
      /secret has 0 characters instead of at least 32: put the original file back/,
    ],
    ...['secret', 'postgres.password', 'postgres.lock'].map((file): [string, () => Settings, RegExp] => [
      `a folder in place of ${file}`,
      () => {
        const data = mkdtempSync(path.join(folder, 'data-'));
        mkdirSync(path.join(data, file));
        return { DATA_DIR: data, APP_SECRET: '' };
      },
      new RegExp(`/${file} is a folder instead of a file: (put the original file back, or )?delete it`),
    ]),
  ])('%s', async (_, settings, sentence) => {
    const given = await settings();
    const said = await failedStart('web', given);
    expect(said).toMatch(sentence);
    expect(said).not.toContain(password);
  });

  it.each<[string, Settings, RegExp]>([
    [
      'a missing database, which is not created',
      { DATABASE_URL: urlOf(server, 'marketdxe') },
      /has no database "marketdxe": create it, or correct DATABASE_URL\.$/,
    ],
    [
      'invalid settings',
      { PORT: 'many', DATABASE_URL: 'postgres://a:b:c/d' },
      /^These settings are invalid: (DATABASE_URL: must be an address .*; PORT: |PORT: .*; DATABASE_URL: )/,
    ],
  ])('%s: the same sentence for a server, a worker and the command line', async (_, settings, sentence) => {
    const said = await Promise.all(KINDS.map((kind) => failedStart(kind, settings)));
    expect(new Set(said).size).toBe(1);
    expect(said[0]).toMatch(sentence);
    expect(said[0]).not.toContain(password);
    await expect(administer(urlOf(server, 'marketdxe'), 'select 1')).rejects.toMatchObject({ code: '3D000' });
  });

  it('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const database = await createTestDatabase();
    try {
      const { port } = other.address() as { port: number };
      const said = await failedStart('web', { DATABASE_URL: database.url, PORT: String(port) });
      expect(said).toBe(
        `Port ${port} is already in use: stop the other program, or set PORT to another port.`,
      );
      const data = path.join(folder, 'port');
      expect(await failedStart('web', { DATA_DIR: data, PORT: String(port), HOST: '127.0.0.1' })).toBe(said);
      expect(existsSync(path.join(data, 'postgres'))).toBe(false);
    } finally {
      other.close();
      await database.drop();
    }
  });

  it('a HOST that cannot be resolved', async () => {
    const database = await createTestDatabase();
    try {
      const settings = { DATABASE_URL: database.url, PORT: '8080', HOST: 'market.invalid' };
      expect(await failedStart('web', settings)).toMatch(
        /^Cannot listen on market\.invalid:8080 \(E\w+\): correct HOST and PORT\.$/,
      );
    } finally {
      await database.drop();
    }
  });

  it('a database user without rights', async () => {
    const role = `${name}_guest`;
    await administer(server, `create role ${role} login password 'guest'`, `create database ${name}_closed`);
    try {
      const said = await failedStart('web', { DATABASE_URL: address(role, 'guest', `${name}_closed`) });
      expect(said).toMatch(
        /^User ".*_guest" lacks permissions in the database .* make the user its owner\.$/,
      );
    } finally {
      await administer(server, `drop database ${name}_closed with (force)`, `drop role ${role}`);
    }
  });

  it('a database user without rights, although the tables are up to date', async () => {
    const role = `${name}_stranger`;
    const database = await createTestDatabase();
    await administer(server, `create role ${role} login password 'guest'`);
    try {
      const { pathname } = new URL(database.url);
      const said = await failedStart('web', { DATABASE_URL: address(role, 'guest', pathname.slice(1)) });
      expect(said).toMatch(/^User ".*_stranger" lacks permissions in the database /);
    } finally {
      await database.drop();
      await administer(server, `drop role ${role}`);
    }
  });

  it('a Redis that a worker cannot reach', async () => {
    const database = await createTestDatabase();
    try {
      const port = await testPort();
      const REDIS_URL = `redis://:secret@127.0.0.1:${port}`;
      const said = await failedStart('worker', { DATABASE_URL: database.url, REDIS_URL });
      expect(said).toBe(
        `The Redis server 127.0.0.1:${port} cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}): start it, or correct REDIS_URL.`,
      );
    } finally {
      await database.drop();
    }
  });

  it.skipIf(noDisk !== null)(
    `a full disk${noDisk ? ` (${noDisk})` : ''}, without partial files afterwards`,
    async () => {
      const disk = await mountSmallDisk(120 * 1_024 * 1_024);
      const settings = { DATA_DIR: path.join(disk.directory, 'data'), APP_SECRET: '' };
      try {
        // Full before the secrets, during the cluster, and during the tables.
        for (const left of [0, 100_000, 46_000_000]) {
          await disk.fill(left);
          const said = await failedStart('web', settings);
          expect({ left, said }).toEqual({
            left,
            said: expect.stringMatching(/^The disk of .* is full: free some/),
          });
        }
        await disk.free();
        const port = await testPort();
        const web = await startWeb({ ...settings, PORT: String(port) });
        expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
        expect(await web.end(END_MS)).toEqual({ code: 0, signal: null });
      } finally {
        await disk.remove();
      }
    },
    180_000,
  );
});

it.each(['web', 'worker'] as const)('the %s program refuses options that it does not have', async (kind) => {
  const child = spawn(process.execPath, [PROGRAMS[kind], '--bogus'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A start would end with 1.
    env: childEnv({ PORT: 'many' }),
  });
  const exited = once(child, 'exit');
  expect(await text(child.stderr)).toMatch(/^Usage: npm (start|run worker)/);
  expect(await exited).toEqual([2, null]);
});

const startWeb = (settings: Settings, ready?: RegExp) =>
  runProgram('web', { LOG_FORMAT: 'json', ...settings }, ready);

const ANY_PORT = /MarketDex is at http:\/\/localhost:([1-9]\d*)/;

describe('a configured database', () => {
  const database = fixture(createTestDatabase, 'drop');

  it('that is empty is migrated when servers start at the same time', async () => {
    await administer(server, `create database ${name}`);
    try {
      const both = await startServerProcesses(2, urlOf(server, name), { APP_SECRET: SECRET });
      const ready = await Promise.all(both.map(({ url }) => fetch(`${url}/readyz`)));
      expect(ready.map(({ status }) => status)).toEqual([200, 200]);
      expect(await Promise.all(both.map((one) => one.stop()))).toEqual([0, 0]);
    } finally {
      await administer(server, `drop database ${name} with (force)`);
    }
  });

  it('uses a free port instead of 0, which links and headers name, and says how to make an admin', async () => {
    const web = await startWeb(
      { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'any-port'), PORT: '0' },
      ANY_PORT,
    );
    const [, port = ''] = ANY_PORT.exec(web.lastLines().join('\n')) ?? [];
    const robots = await fetch(`http://127.0.0.1:${port}/robots.txt`);
    expect(await robots.text()).toContain(`Sitemap: http://localhost:${port}/`);
    expect(robots.headers.get('Content-Security-Policy')).toContain(`ws://localhost:${port};`);
    expect(web.lastLines().join('\n')).toContain('npm run cli -- users create --role admin');
    expect(await web.end(END_MS)).toEqual({ code: 0, signal: null });
  });

  it('is left empty, without an error, when a signal ends the start that fills it with sales', async () => {
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    // The lock of another process that fills it.
    await holder.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.demo]);
    const child = spawn(process.execPath, [PROGRAMS.web, '--demo'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: childEnv({
        LOG_FORMAT: 'json',
        DATABASE_URL: database.url,
        DATA_DIR: path.join(folder, 'closing'),
        PORT: '0',
      }),
    });
    let log = '';
    child.stderr.on('data', (data) => (log += data));
    const exited = once(child, 'close');
    try {
      const waiting = `select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
      child.kill('SIGTERM');
      await expect.poll(() => log).toContain('"msg":"closing"');
      await holder.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.demo]);
      expect(await exited).toEqual([0, null]);
      expect(log).not.toMatch(/"level":"(error|fatal)"/);
      expect((await holder.query('select from sale limit 1')).rowCount).toBe(0);
    } finally {
      await holder.end();
    }
  });

  it('of an earlier version is left to the operator', async () => {
    await administer(database.ownerUrl, 'delete from migration where id = (select max(id) from migration)');
    const said = await Promise.all(KINDS.map((kind) => failedStart(kind, { DATABASE_URL: database.url })));
    expect(new Set(said)).toEqual(
      new Set(['The database lacks 1 migration. Run: npm run cli -- db migrate']),
    );
  });
});

describe('the embedded database', () => {
  const hasServer = (data: string) => existsSync(path.join(data, 'postgres/postmaster.pid'));
  const postmaster = (data: string) =>
    Number(readFileSync(path.join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const ready = async (port: number) =>
    (
      await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      )
    )?.status;

  it('is shared by servers that start at the same time, survives a kill, and stops with the last one', async () => {
    const data = path.join(folder, 'shared');
    const ports = [await testPort(), await testPort()];
    const both = await Promise.all(ports.map((port) => startWeb({ DATA_DIR: data, PORT: String(port) })));
    await expect.poll(() => Promise.all(ports.map(ready))).toEqual([200, 200]);
    const killed = postmaster(data);
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(() => hasServer(data) && postmaster(data))
      .not.toSatisfy((pid) => pid === false || pid === killed);
    await expect.poll(() => Promise.all(ports.map(ready))).toEqual([200, 200]);
    expect(await Promise.all(both.map((web) => web.end(END_MS)))).toEqual(
      Array(2).fill({ code: 0, signal: null }),
    );
    expect(hasServer(data)).toBe(false);
  });

  it('stops without an error when a signal ends the start', async () => {
    const data = path.join(folder, 'interrupted');
    const child = spawn(process.execPath, [PROGRAMS.web], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: childEnv({ LOG_FORMAT: 'json', DATA_DIR: data, PORT: String(await testPort()) }),
    });
    const ended = Promise.all([text(child.stderr), once(child, 'exit')]);
    await expect.poll(() => existsSync(path.join(data, 'postgres'))).toBe(true);
    child.kill('SIGTERM');
    const [log, exit] = await ended;
    expect(exit).toEqual([0, null]);
    expect(log).toContain('"msg":"closing"');
    expect(log).not.toMatch(/"level":"(error|fatal)"/);
    expect(hasServer(data)).toBe(false);
  });

  it('of a killed process is joined and later stopped by the next one', async () => {
    const data = path.join(folder, 'orphan');
    const settings = { DATA_DIR: data, PORT: String(await testPort()) };
    await (await startWeb(settings)).kill();
    const orphan = postmaster(data);
    const next = await startWeb(settings);
    expect(postmaster(data)).toBe(orphan);
    await next.end(END_MS);
    expect(hasServer(data)).toBe(false);
  });
});

it('a worker whose Redis evicts keys prints the warning of BullMQ as a line of the log', async () => {
  const database = await createTestDatabase();
  const redis = await startRedis();
  try {
    await withRedis(redis.url, (client) => client.config('SET', 'maxmemory-policy', 'allkeys-lru'));
    const settings = { REDIS_URL: redis.url, APP_SECRET: SECRET, LOG_FORMAT: 'json' };
    const worker = await startProgram('worker', database.url, settings);
    await worker.stop();
    const lines = worker.process.lastLines().map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        msg: expect.stringContaining('Eviction policy is allkeys-lru'),
      }),
    );
  } finally {
    await Promise.all([redis.stop(), database.drop()]);
  }
});
