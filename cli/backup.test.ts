import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, truncate } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { SITE_CONNECTIONS, withConnection } from '../src/db/connecting/connections.ts';
import { openEmbeddedServer } from '../src/db/embedded/server.ts';
import { cliCommand } from '../src/testing/clients/cli-command.ts';
import { FaultProxy } from '../src/testing/faults/proxy.ts';
import { childEnv } from '../src/testing/processes/child-env.ts';
import { runCli } from '../src/testing/processes/cli-process.ts';
import { PROGRAMS } from '../src/testing/processes/programs.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { createTestLog } from '../src/testing/run/log.ts';
import { createTestDatabase } from '../src/testing/servers/database.ts';
import { administer, connect } from '../src/testing/servers/postgres.ts';
import { runProgram } from './program.ts';

const runCommand = cliCommand(runProgram);

const folder = testFolder();
/** The response to the backup that the tests use. */
let named: Awaited<ReturnType<typeof ask>>;
const file = (name: string) => path.join(folder, name);
const settings = () => ({ DATA_DIR: file('data') });
const cli = (...args: string[]) => runCommand(args, { settings: settings() });
const ask = async (...args: string[]) => {
  const { code, stdout } = await cli(...args, '--json');
  return { code, answer: JSON.parse(stdout) };
};
const rowsOf = (tables: { table: string; rows: number }[], name: string) =>
  tables.find(({ table }) => table === name)?.rows;

beforeAll(async () => {
  expect((await cli('demo', '--sales', '50')).code).toBe(0);
  const webhook = 'https://discord.com/api/webhooks/42/a-secret-token';
  expect((await cli('settings', 'set', 'discord_webhook_url', webhook)).code).toBe(0);
  named = await ask('db', 'backup', file('one.tar.gz'));
});

it('backs up and restores the embedded database, running or stopped', async () => {
  expect(named).toMatchObject({ code: 0, answer: { file: file('one.tar.gz') } });
  expect(rowsOf(named.answer.tables, 'sale')).toBe(50);
  expect(await cli('db', 'backup', '')).toMatchObject({
    code: 2,
    stderr: 'error: The name of the file is empty\n',
  });
  expect(await cli('db', 'restore', '', '--yes')).toMatchObject({
    code: 2,
    stderr: 'error: The name of the file is empty\n',
  });
  const again = await runCli(['db', 'backup', file('one.tar.gz')], { settings: settings() });
  expect(again.code).toBe(4);
  expect(await cli('db', 'backup', file('mount/one.tar.gz'))).toMatchObject({
    code: 1,
    stderr: `error: The folder of ${file('mount/one.tar.gz')} does not exist: create it, or choose another file.\n`,
  });

  const server = await openEmbeddedServer(file('data'), { logger: createTestLog().logger });
  try {
    expect((await cli('db', 'backup')).stdout).toMatch(
      /^50 sales and \d+ accounts \([\s\S]*APP_SECRET is not in it/,
    );
    expect(await readdir(file('data/backups'))).toEqual([expect.stringMatching(/^marketdex-.*Z\.tar\.gz$/)]);
    const refused = await ask('db', 'restore', file('one.tar.gz'));
    expect(refused).toMatchObject({ code: 2, answer: { error: expect.stringContaining('--yes') } });
    const restored = await ask('db', 'restore', file('one.tar.gz'), '--yes');
    expect(restored).toMatchObject({
      code: 0,
      answer: { replaced: { accounts: 15, sales: 50 }, undecryptable: [] },
    });
  } finally {
    await server.release();
  }
  const { answer } = await ask('db', 'status');
  // Both backups were recorded after the snapshot of the first; only the restore adds an event.
  expect(rowsOf(answer.tables, 'audit_event')).toBe((rowsOf(named.answer.tables, 'audit_event') ?? 0) + 1);
  expect((await ask('sales', 'export')).answer).toHaveLength(50);
});

describe('a restore into another database', () => {
  const database = fixture(createTestDatabase, 'drop');
  const into = (url: string, ...options: string[]) =>
    runCommand(['db', 'restore', file('one.tar.gz'), '--yes', ...options], {
      settings: {
        DATABASE_URL: url,
        DATABASE_OWNER_URL: database.ownerUrl,
        DATA_DIR: file('without-secret'),
      },
    });
  const restore = (...options: string[]) => into(database.url, ...options);

  it.each(Object.entries(SITE_CONNECTIONS))('is refused while a %s runs', async (_, applicationName) => {
    await withConnection(database.url, { applicationName }, async () => {
      expect(await restore()).toMatchObject({
        code: 4,
        stdout: '',
        stderr: expect.stringMatching(/^error: Servers or workers are running .*: stop them/),
      });
    });
  });

  it('is refused when a server starts meanwhile', async () => {
    // The restore waits for this lock when it drops the tables.
    const [reader, observer] = [await connect(database.ownerUrl), await connect(database.ownerUrl)];
    await reader.query('begin; lock table sale in access share mode');
    const restoring = restore();
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await observer.query(waiting)).rowCount, { timeout: 30_000 }).toBe(1);
    const options = { applicationName: SITE_CONNECTIONS.server };
    const { code, stderr } = await withConnection(database.url, options, async () => {
      await reader.query('rollback');
      return restoring;
    });
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: expect.stringMatching(/^error: Servers or workers are running .*Nothing was changed/),
    });
    expect((await observer.query('select from sale')).rowCount).toBe(0);
    await Promise.all([reader.end(), observer.end()]);
  });

  it('says what cannot be decrypted', async () => {
    const lost = expect.stringMatching(
      /^1 stored secret setting cannot be decrypted: put the secret .* back into APP_SECRET or DATA_DIR\/secret/,
    );
    const text = await restore();
    expect(text).toMatchObject({ code: 0, stderr: '' });
    expect(text.stdout.trim().split('\n').at(-1)).toEqual(lost);
    expect(JSON.parse((await restore('--json')).stdout)).toMatchObject({ undecryptable: [lost] });
  });

  it('is complete even if the audit cannot record it', async () => {
    const readOnly = new URL(database.url);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    expect(await into(readOnly.href)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Restored 50 sales [\s\S]* cannot be decrypted/),
      stderr:
        'The restore is complete, but the audit could not record it. The database is read-only right now, so nothing can be saved.\n',
    });
  });
});

it.each([
  ['db', 'backup'],
  ['audit', 'verify'],
  ['sales', 'export'],
  ['users', 'list'],
])('%s %s creates neither a database nor a secret', async (...command) => {
  const dataDir = file('elsewhere');
  const done = await runCommand(command, { settings: { DATA_DIR: dataDir } });
  expect(done.code).not.toBe(0);
  expect(done.stderr).toBe(
    `error: There is no database in ${dataDir}: set DATABASE_URL or DATA_DIR as for the server.\n`,
  );
  expect(existsSync(dataDir)).toBe(false);
});

it('backs up a database that is read-only, and says that the audit lacks it', async () => {
  const server = await openEmbeddedServer(file('data'), { logger: createTestLog().logger });
  const setting = `alter database ${new URL(server.ownerUrl).pathname.slice(1)} set default_transaction_read_only`;
  await administer(server.ownerUrl, `${setting} = on`);
  try {
    expect(await cli('db', 'backup', file('read-only.tar.gz'))).toMatchObject({
      code: 0,
      stderr:
        'The backup is complete, but the audit could not record it. The database is read-only right now, so nothing can be saved.\n',
    });
    expect((await cli('db', 'restore', file('read-only.tar.gz'), '--dry-run')).code).toBe(0);
  } finally {
    await administer(server.ownerUrl, 'set default_transaction_read_only = off', `${setting} = off`);
    await server.release();
  }
});

it('leaves nothing of a backup that is interrupted', async () => {
  const database = await createTestDatabase();
  const proxy = await FaultProxy.start(database.url);
  const copying = Promise.withResolvers<void>();
  proxy.tap((_connection, _direction, chunk) => {
    if (!chunk.includes('copy "')) return;
    // The rows never come.
    proxy.blackHole();
    copying.resolve();
  });
  const target = file('interrupted');
  await mkdir(target);
  try {
    const child = spawn(process.execPath, [PROGRAMS.cli, 'db', 'backup', path.join(target, 'one.tar.gz')], {
      env: childEnv({ DATABASE_URL: proxy.url, DATA_DIR: file('other') }),
    });
    const exited = once(child, 'exit');
    await copying.promise;
    expect(await readdir(target)).toEqual([expect.stringMatching(/^one\.tar\.gz\..*\.draft$/)]);
    child.kill('SIGINT');
    expect(await exited).toEqual([130, null]);
    expect(await readdir(target)).toEqual([]);
  } finally {
    await proxy.stop();
    await database.drop();
  }
});

it.each([
  ['while it copies', /copy "/, 'Nothing was changed.'],
  [
    'in its commit',
    /copy "[\s\S]*commit\0/i,
    'The restore may be complete: check the data, or restore the file again.',
  ],
])('says what a restore leaves that is interrupted %s', async (_when, at, left) => {
  const database = await createTestDatabase();
  const proxy = await FaultProxy.start(database.ownerUrl);
  const reached = Promise.withResolvers<void>();
  let sent = '';
  proxy.tap((_connection, direction, chunk) => {
    if (direction !== 'request') return;
    sent += chunk.toString('latin1');
    if (!at.test(sent)) return;
    // The answer never comes.
    proxy.blackHole();
    reached.resolve();
  });
  try {
    const child = spawn(process.execPath, [PROGRAMS.cli, 'db', 'restore', file('one.tar.gz'), '--yes'], {
      env: childEnv({ DATABASE_URL: proxy.url, DATA_DIR: file('other') }),
    });
    const stderr = text(child.stderr);
    const exited = once(child, 'exit');
    await reached.promise;
    child.kill('SIGINT');
    expect(await exited).toEqual([130, null]);
    expect(await stderr).toBe(`Interrupted. ${left}\n`);
  } finally {
    await proxy.stop();
    await database.drop();
  }
});

it('verifies a file, and changes nothing when it is damaged', async () => {
  const valid = await cli('db', 'restore', file('one.tar.gz'), '--dry-run');
  expect(valid).toMatchObject({ code: 0, stdout: expect.stringContaining('The backup is valid') });
  await copyFile(file('one.tar.gz'), file('damaged.tar.gz'));
  await truncate(file('damaged.tar.gz'), 10_000);
  const damaged = await ask('db', 'restore', file('damaged.tar.gz'), '--yes');
  expect(damaged).toMatchObject({ code: 1, answer: { code: 'BACKUP_DAMAGED' } });
  expect(damaged.answer.error).toContain('Nothing was changed');
  expect((await cli('db', 'restore', file('none.tar.gz'))).code).toBe(3);
});
