import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileProblem } from '../../lib/process/file-problem.ts';
import { isAlive } from '../../lib/process/is-alive.ts';
import { whyNoSmallDisk } from '../../testing/faults/small-disk.ts';
import { createTestLog, type TestLog } from '../../testing/run/log.ts';
import { embeddedConnections } from '../connecting/database.ts';
import { bufferMegabytes } from './postmaster.ts';
import { type EmbeddedServer, openEmbeddedServer } from './server.ts';

const run = promisify(execFile);
const noDisk = await whyNoSmallDisk();
const FAST = ['fsync=off'];

/** A folder with a stopped server, to copy: creating a cluster takes most of the time of a test. */
let template: string;
let folder: string;
let log: TestLog;
const opened: EmbeddedServer[] = [];
const inFolder = (...names: string[]) => path.join(folder, ...names);

async function open(maxRestarts?: number): Promise<EmbeddedServer> {
  const server = await openEmbeddedServer(folder, {
    settings: FAST,
    logger: log.logger,
    ...(maxRestarts !== undefined && { maxRestarts }),
  });
  opened.push(server);
  return server;
}

/** Makes the folder that of a server that ran and was stopped. */
async function stopped(): Promise<void> {
  const files = ['postgres', 'postgres.password'].map((name) => path.join(template, name));
  await run('cp', ['-a', ...files, folder]);
}

const pid = () => Number(readFileSync(inFolder('postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const isRunning = () => existsSync(inFolder('postgres/postmaster.pid')) && isAlive(pid());

async function answer(url: string): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<{ one: number }>('select 1 as one')).rows[0]?.one ?? 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Of two starts at the same time, PostgreSQL refuses one. */
const expectNoRivals = () =>
  expect(readFileSync(inFolder('postgres/server.log'), 'utf8')).not.toMatch(/lock file|shared memory/);

const messages = (level: string) => log.lines.filter((line) => line.level === level).map(({ msg }) => msg);

beforeAll(async () => {
  template = await mkdtemp(path.join(tmpdir(), 'marketdex-embedded-'));
  const server = await openEmbeddedServer(template, { settings: FAST, logger: createTestLog().logger });
  await server.release();
});
afterAll(() => rm(template, { recursive: true, force: true }));

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'marketdex-embedded-'));
  log = createTestLog();
});
afterEach(async () => {
  for (const server of opened.splice(0)) await server.release();
  expect(isRunning()).toBe(false);
  await rm(folder, { recursive: true, force: true });
});

describe('a server that crashes', () => {
  beforeEach(stopped);

  it('is back at the same address for every process', async () => {
    const users = [await open(), await open()];
    const [url = ''] = users.map((user) => user.url);
    expect(users.map((user) => user.url)).toEqual([url, url]);
    for (let kill = 1; kill <= 3; kill += 1) {
      const killed = pid();
      process.kill(killed, 'SIGKILL');
      await expect.poll(() => answer(url).catch(() => 0)).toBe(1);
      expect(pid()).not.toBe(killed);
      // Both have noticed the crash and use the server again.
      await expect.poll(() => messages('info').length).toBe(2 * kill);
    }
    expect(new Set(messages('error'))).toEqual(new Set(['the embedded PostgreSQL fails']));
    expect(new Set(messages('info'))).toEqual(new Set(['the embedded PostgreSQL works again']));
    expectNoRivals();
    await users[0]?.release();
    expect(await answer(url)).toBe(1);
  });

  it('is given up after repeated failed restarts, with one fatal log line', async () => {
    await open(3);
    await rename(inFolder('postgres/PG_VERSION'), inFolder('postgres/elsewhere'));
    process.kill(pid(), 'SIGKILL');
    await expect
      .poll(() => messages('fatal'))
      .toEqual([
        expect.stringMatching(
          /failed 3 times in a row and will not be restarted: see .*server\.log, then restart/,
        ),
      ]);
  });
});

describe.skipIf(process.getuid?.() !== 0)('a process of root', () => {
  beforeEach(stopped);

  it('runs the server as the owner of its folder', async () => {
    const owner = 65_500;
    await run('chown', ['-R', `${owner}:${owner}`, inFolder('postgres')]);
    const { url } = await open();
    expect(await answer(url)).toBe(1);
    expect(statSync(inFolder('postgres/postmaster.pid')).uid).toBe(owner);
  });

  it('says that the folder belongs to root, as whom PostgreSQL does not run', async () => {
    await run('chown', ['-R', '0:0', inFolder('postgres')]);
    await expect(open()).rejects.toThrow(/postgres belongs to root, .* give the folder back to its user/);
  });
});

describe('users that start at the same moment', () => {
  beforeEach(stopped);

  it('start one server', async () => {
    const users = await Promise.all([open(), open(), open()]);
    expect(new Set(users.map(({ url }) => url)).size).toBe(1);
    expectNoRivals();
  });
});

describe('users that stop at the same moment', () => {
  beforeEach(stopped);

  it('leave no server running, and none restarts it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const users = [await open(), await open(), await open()];
      await Promise.all(users.map((user) => user.release()));
      expect(isRunning()).toBe(false);
    }
    expect(messages('error')).toEqual([]);
  });

  it('keep the server for a user that joins meanwhile', async () => {
    const leaving = await open();
    const [, joined] = await Promise.all([leaving.release(), open()]);
    expect(await answer(joined.url)).toBe(1);
  });
});

describe('a pid file of another process', () => {
  beforeEach(stopped);

  it.each(['postgres', 'sleep'])('does not keep the server from starting: %s', async (program) => {
    const other = spawn('sleep', ['60'], { argv0: program });
    try {
      // As a machine leaves it after a power loss.
      const lines = [
        other.pid,
        inFolder('postgres'),
        1_700_000_000,
        5_432,
        '',
        '127.0.0.1',
        '  1 1',
        'ready   ',
      ];
      await writeFile(inFolder('postgres/postmaster.pid'), `${lines.join('\n')}\n`);
      expect(await answer((await open()).url)).toBe(1);
    } finally {
      other.kill();
    }
  });

  it('of a copied folder does not lead to the original server', async () => {
    const original = await open();
    await mkdir(inFolder('copy'));
    await run('cp', ['-a', inFolder('postgres'), inFolder('postgres.password'), inFolder('copy')]);
    await expect(
      openEmbeddedServer(inFolder('copy'), { settings: FAST, logger: log.logger }).then(async (copy) => {
        await copy.release();
        return copy.url;
      }),
    ).resolves.not.toBe(original.url);
    expect(await answer(original.url)).toBe(1);
  });
});

it('keeps the previous log when it starts with one of more than 10 MB', async () => {
  await stopped();
  const startAndStop = async () => {
    await (await open()).release();
    opened.pop();
  };
  const limit = 10 * 1024 * 1024;
  const log = inFolder('postgres/server.log');
  await truncate(log, limit);
  await startAndStop();
  const { size } = statSync(log);
  expect(size).toBeGreaterThan(limit);
  for (let start = 1; start <= 2; start += 1) {
    await startAndStop();
    expect(statSync(`${log}.1`).size).toBe(size);
    expect(statSync(log).size).toBeLessThan(limit);
  }
});

describe('leftovers of an interrupted first start', () => {
  it('are deleted, except those of a running process', async () => {
    const dead = spawn('true');
    await new Promise((resolve) => dead.once('exit', resolve));
    mkdirSync(inFolder(`postgres.${dead.pid}.draft/files/base`), { recursive: true });
    await writeFile(inFolder(`secret.${dead.pid}.0f0f0f0f-aaaa.draft`), '');
    mkdirSync(inFolder(`postgres.${process.ppid}.draft`));
    await open();
    expect(readdirSync(folder).toSorted()).toEqual([
      'postgres',
      `postgres.${process.ppid}.draft`,
      'postgres.lock',
      'postgres.password',
    ]);
  });

  it('are rejected where they may be user data', async () => {
    mkdirSync(inFolder('postgres/base'), { recursive: true });
    await expect(open()).rejects.toThrow(
      /postgres is not a complete database \(PG_VERSION is missing\): put back/,
    );
    expect(readdirSync(inFolder('postgres'))).toEqual(['base']);
  });
});

describe('rejects with one sentence', () => {
  beforeEach(stopped);

  it('a cluster without its password, and generates no new one', async () => {
    await rm(inFolder('postgres.password'));
    await expect(open()).rejects.toThrow(/postgres\.password is missing, .*: put the file back from a copy/);
    expect(existsSync(inFolder('postgres.password'))).toBe(false);
  });

  it('the password of another cluster', async () => {
    await writeFile(inFolder('postgres.password'), 'x'.repeat(43));
    await expect(open()).rejects.toThrow(
      /postgres\.password does not match the database in .*: restore the original/,
    );
    process.kill(pid(), 'SIGINT');
    await expect.poll(isRunning).toBe(false);
  });

  it('a cluster that was copied in part, without leaving a server', async () => {
    // The folder of the database that each cluster has.
    await rename(inFolder('postgres/base/5'), inFolder('kept'));
    await expect(open()).rejects.toThrow(
      /postgres is incomplete \(database "postgres" does not exist\): restore a copy of the folder\./,
    );
    await expect.poll(isRunning).toBe(false);
    await rename(inFolder('kept'), inFolder('postgres/base/5'));
  });

  it('a cluster of another major version, with the way to convert it', async () => {
    const version = await readFile(inFolder('postgres/PG_VERSION'));
    await writeFile(inFolder('postgres/PG_VERSION'), '17');
    await expect(open()).rejects.toThrow(/postgres is of PostgreSQL 17, another major .* db restore FILE/);
    await writeFile(inFolder('postgres/PG_VERSION'), version);
  });

  it('a cluster that is not writable, with the setting', async () => {
    // Root lets PostgreSQL write to a folder that is closed to others.
    await chmod(folder, 0o755);
    await chmod(inFolder('postgres'), 0o500);
    const error = await open().catch((refused: unknown) => refused);
    expect(fileProblem(error, folder)).toMatch(/postgres cannot be opened \(EACCES\): give .* DATA_DIR/);
    await chmod(inFolder('postgres'), 0o700);
  });

  it.skipIf(noDisk !== null)(`a cluster on a read-only disk${noDisk ? ` (${noDisk})` : ''}`, async () => {
    const postgres = inFolder('postgres');
    await run('mount', ['--bind', postgres, postgres]);
    try {
      await run('mount', ['-o', 'remount,bind,ro', postgres]);
      const error = await open().catch((refused: unknown) => refused);
      expect(fileProblem(error, folder)).toMatch(/postgres cannot be written \(EROFS\): let the user/);
    } finally {
      await run('umount', [postgres]);
    }
  });

  it('a cluster that is open to others, with the command that closes it', async () => {
    await chmod(inFolder('postgres'), 0o777);
    await expect(open()).rejects.toThrow(/let other users in, .*: run chmod 700 .*postgres\.$/);
    await chmod(inFolder('postgres'), 0o700);
    await open();
  });

  it('a damaged cluster, with the log line that explains it', async () => {
    const control = inFolder('postgres/global/pg_control');
    const content = await readFile(control);
    await truncate(control, 100);
    await expect(open()).rejects.toThrow(
      /does not start \(could not read file "global\/pg_control".*\): see .*server\.log/,
    );
    await writeFile(control, content);
  });
});

it.each([
  [512, 128],
  [4_096, 512],
  [65_536, 1_024],
])('with %s MB of memory, PostgreSQL gets %s MB for its buffers', (memory, buffers) => {
  expect(bufferMegabytes(memory * 1024 * 1024)).toBe(buffers);
});

it.each([
  [10, 10, 108],
  [2, 1, 100],
  [200, 200, 868],
])('pools of %d and %d: %d connections', (databasePool, databaseReadPool, connections) => {
  expect(embeddedConnections({ databasePool, databaseReadPool })).toBe(connections);
});
