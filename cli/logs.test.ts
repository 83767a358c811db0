import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { LogQueries } from '../src/modules/logs/logs.queries.ts';
import { cliCommand } from '../src/testing/clients/cli-command.ts';
import { childEnv } from '../src/testing/processes/child-env.ts';
import { PROGRAMS } from '../src/testing/processes/programs.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { createTestDatabase } from '../src/testing/servers/database.ts';
import { administer } from '../src/testing/servers/postgres.ts';
import { LogTail } from './log-tail.ts';
import { runProgram } from './program.ts';

const LINES = 5_000;
const runCommand = cliCommand(runProgram);

const database = fixture(createTestDatabase, 'drop');
const folder = testFolder();
const settings = () => ({ DATABASE_URL: database.url, DATA_DIR: folder });
const file = (name: string) => path.join(folder, name);
const cli = (...args: string[]) => runCommand(args, { settings: settings() });

const insert = (message: string, level = 'info', category = 'general', user = 'null', at = 'now()') =>
  administer(
    database.url,
    `insert into log_entry (id, at, level, category, message, metadata, username) values
      (gen_random_uuid(), ${at}, '${level}', '${category}', '${message}', '{"requestId":"r-1"}', ${user})`,
  );

beforeAll(async () => {
  // Several lines share a millisecond, so the order of ids matters too.
  await administer(
    database.url,
    `insert into log_entry (id, at, level, category, message, metadata, username, ip)
     select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '2026-03-12T00:00:00Z'::timestamptz + (n / 7) * interval '1 ms',
       case when n % 100 = 0 then 'warn' else 'info' end, 'api', 'call ' || n, jsonb_build_object('n', n), 'oak', '192.0.2.1'
     from generate_series(1, ${LINES}) n`,
  );
  await insert('=HYPERLINK("http://evil.example")', 'error', 'errors', `'+misty'`, `'2026-03-13T12:00:00Z'`);
});

describe('export', () => {
  it('writes every line once, in order, and prints the count', async () => {
    const done = await cli(
      'logs',
      'export',
      '--category',
      'api',
      '--format',
      'ndjson',
      '--out',
      file('api.ndjson'),
    );
    expect(done).toMatchObject({
      code: 0,
      stdout: `5,000 lines written to ${file('api.ndjson')}\n`,
      stderr: '',
    });
    const lines = (await readFile(file('api.ndjson'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ message }) => message)).toEqual(
      Array.from({ length: LINES }, (_, i) => `call ${i + 1}`),
    );
    expect(lines[0]).toEqual({
      id: '00000000-0000-7000-8000-000000000001',
      timestamp: '2026-03-12T00:00:00.000Z',
      level: 'info',
      category: 'api',
      message: 'call 1',
      metadata: { n: 1 },
      user: 'oak',
      ip: '192.0.2.1',
    });
  });

  it('has the format that the file is named after', async () => {
    const { stdout } = await cli(
      ...['logs', 'export', '--category', 'errors', '--out', file('errors.json'), '--json'],
    );
    expect(JSON.parse(stdout)).toMatchObject({ exported: 1, format: 'json' });
    // It has addresses and names.
    expect((await stat(file('errors.json'))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file('errors.json'), 'utf8'))).toMatchObject([{ user: '+misty' }]);
  });

  it('writes a CSV without spreadsheet formulas', async () => {
    const { code } = await cli(
      'logs',
      'export',
      '--category',
      'errors',
      '--out',
      file('errors.csv'),
      '--json',
    );
    expect(code).toBe(0);
    expect(await readFile(file('errors.csv'), 'utf8')).toMatch(
      /^timestamp,level,category,user,ip,message,id,metadata\n2026-03-13T12:00:00\.000Z,error,errors,'\+misty,,"'=HYPERLINK\(""http:\/\/evil\.example""\)",[\da-f-]{36},"\{""requestId"":""r-1""\}"\n$/,
    );
  });

  it('supports the filters of the log screen', async () => {
    const { stdout } = await cli(
      ...['logs', 'export', '--json', '--level', 'warn', '--user', 'OAK', '--search', 'call 1'],
      ...['--from', '2026-03-12', '--to', '2026-03-12T00:00:00.200'],
    );
    expect(JSON.parse(stdout).map(({ message }: { message: string }) => message)).toEqual([
      'call 100',
      ...Array.from({ length: 5 }, (_, i) => `call ${1000 + i * 100}`).filter(
        (message) => message <= 'call 1400',
      ),
    ]);
  });

  it('records an audit event with the operator, which is also logged', async () => {
    const args = ['logs', 'export', '--category', 'security', '--json', '--search', 'logs.exported'];
    await cli(...args);
    const [trace] = JSON.parse((await cli(...args)).stdout);
    expect(trace).toMatchObject({ message: 'logs.exported', user: expect.stringMatching(/^operator /) });
  });

  it('exits cleanly when the reader closes the pipe', async () => {
    const child = spawn(
      '/bin/sh',
      ['-c', `'${process.execPath}' '${PROGRAMS.cli}' logs export --format ndjson | head -n 2`],
      {
        env: childEnv(settings()),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    await once(child, 'close');
    expect(
      output
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).message),
    ).toEqual(['call 1', 'call 2']);
  });

  it.each([
    [
      ['--category', 'weather'],
      2,
      'Allowed choices are all, database, security, api, errors, discord, general',
    ],
    [['--from', 'yesterday'], 2, '--from must be a date and time'],
    [['--from', '2026-03-13', '--to', '2026-03-12'], 2, '--from must not be after --to'],
    [['--from', '2026-03-12T18:00', '--to', '2026-03-12T17:59'], 2, '--from must not be after --to'],
    [['--out', '/nowhere/at/all.csv'], 1, 'does not exist: create it'],
  ])('reports invalid arguments: %j', async (args, code, message) => {
    const refused = await cli('logs', 'export', ...args);
    expect(refused.code).toBe(code);
    expect(refused.stderr).toContain(message);
  });
});

describe('tail', () => {
  it('shows the newest lines, oldest first', async () => {
    const { stdout } = await cli('logs', 'tail', '--category', 'api', '-n', '2');
    expect(stdout).toBe(
      ['4999', '5000']
        .map(
          (n) =>
            `2026-03-12T00:00:00.714Z  ${n === '5000' ? 'WARN ' : 'INFO '}  api       oak@192.0.2.1  call ${n}  {"n":${n}}\n`,
        )
        .join(''),
    );
    const newest = await cli('logs', 'tail', '-n', '2');
    expect(await cli('logs', 'tail', '--category', 'all', '--level', 'all', '-n', '2')).toEqual(newest);
    expect(newest.code).toBe(0);
    const { stdout: json } = await cli('logs', 'tail', '--category', 'errors', '--json');
    expect(JSON.parse(json)).toMatchObject([{ level: 'error', user: '+misty' }]);
  });

  it('follows new and late lines, each once, also after the database was away, until it is stopped', async () => {
    const child = spawn(
      process.execPath,
      [PROGRAMS.cli, 'logs', 'tail', '-f', '--json', '--category', 'discord'],
      {
        env: childEnv(settings()),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let notes = '';
    child.stderr.on('data', (data) => (notes += data));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => JSON.parse((await lines.next()).value ?? '{}').message;
    await insert('first', 'info', 'discord');
    expect(await next()).toBe('first');
    await insert('second', 'info', 'discord');
    expect(await next()).toBe('second');
    await insert('late', 'info', 'discord', 'null', `now() - interval '3 s'`);
    expect(await next()).toBe('late');
    await insert('third', 'info', 'discord');
    expect(await next()).toBe('third');
    const refuse = (limit: number) =>
      `alter database ${new URL(database.url).pathname.slice(1)} connection limit ${limit}`;
    await administer(
      database.ownerUrl,
      refuse(0),
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect.poll(() => notes).toBe('The database does not respond. New lines follow when it does.\n');
    await administer(database.ownerUrl, refuse(-1));
    await insert('fourth', 'info', 'discord', 'null', `now() + interval '60 s'`);
    expect(await next()).toBe('fourth');
    await insert('held by a process while the database was away', 'info', 'discord');
    expect(await next()).toBe('held by a process while the database was away');
    expect(notes.match(/does not respond/g)).toHaveLength(1);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
  });

  it('says nothing about the database when that is closed because the process ends', async () => {
    const ended = new AbortController();
    const rows = (): never => {
      ended.abort();
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    };
    const tail = new LogTail({ rows } as unknown as LogQueries, {});
    const away = vi.fn();
    expect(await Array.fromAsync(tail.next(ended.signal, away))).toEqual([]);
    expect(away).not.toHaveBeenCalled();
  });
});
