import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LogCategory, LogEntry } from '../../contract/admin/logs.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { createTestLog } from '../../testing/run/log.ts';
import { testServer } from '../../testing/run/server.ts';
import { LOG_FILE_BYTES, listLogFiles, readLogFile, removeLogFiles } from './log-files.ts';
import { Logs } from './logs.ts';

const server = testServer();
const DAY = '2026-03-14';

const admin = testAccount(server, 'admin');
let folder: string;
beforeAll(async () => {
  folder = path.join(server.runtime.config.dataDir, 'logs');
});

const line = (msg: string, category: LogCategory = 'general') =>
  `${JSON.stringify({ level: 'info', time: `${DAY}T12:00:00.000Z`, category, msg })}\n`;

/** The newest file of lines without a category. */
const generalFile = async () =>
  (await listLogFiles(server.runtime.config.dataDir)).find(({ category }) => category === 'general')?.name ??
  'none';

const messages = (entries: readonly LogEntry[]) => entries.map(({ message }) => message);
const stored = async (message: string) =>
  (await server.sql(`select from log_entry where message = ?`, [message])).length;

describe('a failure to store lines affects no request and is reported once', () => {
  beforeEach(() => {
    server.logTroubles.lines.length = 0;
  });

  async function threeCalls(): Promise<void> {
    for (let i = 0; i < 3; i += 1) {
      const { status } = await call(server, 'GET', '/auth/profile', { token: admin.token });
      expect(status).toBe(200);
      await server.logs.flush();
    }
  }
  const problems = () =>
    server.logTroubles.lines.filter(({ level }) => level !== 'debug').map(({ msg }) => msg);

  it('without a folder, the database has the lines, and the files get them later', async () => {
    await server.logs.flush();
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    server.log.logger.info('while the folder was away');
    await threeCalls();
    expect(problems()).toEqual(['writing log files fails']);
    expect(await stored('while the folder was away')).toBe(1);
    expect((await call(server, 'GET', '/logs/files', { token: admin.token })).body).toEqual({ files: [] });

    await rm(folder);
    await server.logs.flush();
    expect(problems()).toEqual(['writing log files fails', 'writing log files works again']);
    const lines = await readLogFile(server.runtime.config.dataDir, await generalFile(), 10);
    expect(messages(lines)).toContain('while the folder was away');
  });

  it('without a table, the files have the lines, and the table gets each of them once later', async () => {
    await server.sql('alter table log_entry rename to log_entry_elsewhere');
    server.log.logger.info('while the table was away');
    await threeCalls();
    expect(problems()).toEqual(['storing log lines in the database fails']);
    const { body } = await call(server, 'GET', `/logs/content/${await generalFile()}`, {
      token: admin.token,
    });
    expect(messages(body.lines)).toContain('while the table was away');

    await server.sql('alter table log_entry_elsewhere rename to log_entry');
    await server.logs.flush();
    expect(await stored('while the table was away')).toBe(1);
    expect(problems()).toEqual([
      'storing log lines in the database fails',
      'storing log lines in the database works again',
    ]);
  });

  it('when the connection is lost, nothing is reported', async () => {
    await server.logs.flush();
    await server.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'marketdex-logs' and datname = current_database()`);
    server.log.logger.info('after the connection was cut');
    await server.logs.flush();
    await server.logs.flush();
    expect(await stored('after the connection was cut')).toBe(1);
  });

  it('when the database refuses one line of a batch, the others are stored', async () => {
    await server.sql(`alter table log_entry add constraint odd check (message <> 'refused')`);
    for (const message of ['before it', 'refused', 'after it']) server.log.logger.info(message);
    await server.logs.flush();
    expect([await stored('before it'), await stored('refused'), await stored('after it')]).toEqual([1, 0, 1]);
    expect(problems()).toEqual(['log lines are missing in the database']);
    await server.sql('alter table log_entry drop constraint odd');
  });
});

it('buffers the newest 20,000 lines while the database is unavailable, and reports how many were lost', async () => {
  const troubles = createTestLog();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'marketdex-logs-'));
  const logs = new Logs({ dataDir, logger: troubles.logger });
  for (let i = 1; i <= 21_000; i += 1) logs.write(line(`waiting ${i}`, 'discord'));
  logs.storeIn(server.database.url);
  await logs.close();
  const [kept] = await server.sql(
    `select count(*)::int as lines, count(*) filter (where message in ('waiting 21000', 'waiting 2001'))::int as ends
       from log_entry where message like 'waiting %'`,
  );
  expect(kept).toEqual({ lines: 20_000, ends: 2 });
  expect(troubles.lines).toMatchObject([{ msg: 'log lines are missing in the database', lost: 1_000 }]);
  await rm(dataDir, { recursive: true });
});

describe('files', () => {
  let dataDir: string;
  let logs: Logs;
  const inLogs = (name: string) => path.join(dataDir, 'logs', name);
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'marketdex-logs-'));
    logs = new Logs({ dataDir, logger: createTestLog().logger });
    logs.write(line('one'));
    await logs.flush();
  });
  afterEach(async () => {
    await logs.close();
    await rm(dataDir, { recursive: true });
  });

  it('contain JSON lines with the documented keys, readable only by their owner', async () => {
    const [name = ''] = await readdir(path.join(dataDir, 'logs'));
    expect(name).toBe(`general-${DAY}.log`);
    const written = JSON.parse(await readFile(inLogs(name), 'utf8'));
    expect(written).toMatchObject({ date: expect.stringMatching(/Z$/), level: 'info', msg: 'one', meta: {} });
  });

  it('are followed by the next one when they are full, in every process', async () => {
    const another = new Logs({ dataDir, logger: createTestLog().logger });
    another.write(line('of the other'));
    await another.flush();
    await truncate(inLogs(`general-${DAY}.log`), LOG_FILE_BYTES);
    logs.write(line('two'));
    await logs.flush();
    another.write(line('three'));
    await another.flush();
    expect(messages(await readLogFile(dataDir, `general-${DAY}.2.log`, 5))).toEqual(['two', 'three']);
    expect((await listLogFiles(dataDir)).map(({ name, category }) => [name, category])).toEqual([
      [`general-${DAY}.2.log`, 'general'],
      [`general-${DAY}.log`, 'general'],
    ]);
  });

  it('of any size are read from the end, skipping invalid lines', async () => {
    const whole = Array.from({ length: 40_000 }, (_, i) =>
      JSON.stringify({
        date: '2026-03-12T00:00:00.000Z',
        level: 'info',
        msg: `line ${i} ✓`,
        meta: {},
        id: `${i}`,
      }),
    );
    whole.splice(39_998, 0, '{"date":"2026-03-12T00:00:00.000Z","level":"in', '', '\0\0\0');
    await writeFile(inLogs('api-2026-03-12.log'), `${whole.join('\n')}\n`);
    const lines = await readLogFile(dataDir, 'api-2026-03-12.log', 1_000);
    expect(lines.length).toBeGreaterThanOrEqual(997);
    expect(messages(lines).slice(-3)).toEqual(['line 39997 ✓', 'line 39998 ✓', 'line 39999 ✓']);
  });

  it('are removed after the retention period', async () => {
    await writeFile(inLogs('api-2026-03-12.log'), line('old'));
    expect(await removeLogFiles(dataDir, new Date('2026-03-13T12:00:00Z'))).toBe(1);
    expect((await listLogFiles(dataDir)).map(({ name }) => name)).not.toContain('api-2026-03-12.log');
  });
});

describe('nothing outside the folder can be read (ASVS 5.3.2):', () => {
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, '..', 'api-2026-01-01.log'), line('outside'));
    await symlink('/etc/passwd', path.join(folder, 'api-2026-01-02.log'));
    await symlink('..', path.join(folder, 'api-2026-01-03.log'));
    await mkdir(path.join(folder, 'api-2026-01-04.log'));
    await writeFile(path.join(folder, 'secret'), 'the secret');
  });

  it.each([
    '..%2fapi-2026-01-01.log',
    '%2e%2e%2fapi-2026-01-01.log',
    '..%5capi-2026-01-01.log',
    '%2fetc%2fpasswd',
    'api-2026-01-02.log',
    'api-2026-01-03.log',
    'api-2026-01-03.log%2fapi-2026-01-01.log',
    'api-2026-01-04.log',
    'api-2026-01-05.log',
    'api-2026-01-02.log%00',
    'api-2026-01-02.log%00.log',
    'API-2026-01-01.log',
    'secret',
    '.',
    '..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
    'api-2026-01-02.log%0a',
    '%c0%ae%c0%ae%c0%afsecret',
  ])('%s', async (file) => {
    const { status, body } = await call(server, 'GET', `/logs/content/${file}`, { token: admin.token });
    // What is not text is refused before any file is looked for.
    expect(status).toBe(/^%c0|%00/.test(file) ? 400 : 404);
    expect(Object.keys(body)).not.toContain('lines');
  });

  it('nor listed', async () => {
    const { body } = await call(server, 'GET', '/logs/files', { token: admin.token });
    expect(
      body.files
        .map(({ name }: { name: string }) => name)
        .filter((name: string) => /2026-01-0|secret/.test(name)),
    ).toEqual([]);
  });
});
