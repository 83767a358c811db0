import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, ReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, it, vi } from 'vitest';
import { productVersion } from '../src/lib/process/root.ts';
import { cliCommand } from '../src/testing/clients/cli-command.ts';
import { childEnv } from '../src/testing/processes/child-env.ts';
import { runCli } from '../src/testing/processes/cli-process.ts';
import { PROGRAMS } from '../src/testing/processes/programs.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { createTestDatabase } from '../src/testing/servers/database.ts';
import { administer, urlOf } from '../src/testing/servers/postgres.ts';
import { runProgram } from './program.ts';

const runCommand = cliCommand(runProgram);
const UNREACHABLE = 'postgres://a:b@127.0.0.1:1/none';

const database = fixture(createTestDatabase, 'drop');
const folder = testFolder();
const file = (name: string) => path.join(folder, name);
const cli = (args: string[], input?: string, url = database.url, run = runCommand) =>
  run(args, { settings: { DATABASE_URL: url, DATA_DIR: folder }, ...(input !== undefined && { input }) });

const createArgs = (username: string, ...more: string[]) => [
  ...['users', 'create', '--username', username, '--email', `${username}@example.org`],
  ...['--role', 'checker', '--password-stdin', ...more],
];

it('audit verify says what seals newer events', async () => {
  await cli(createArgs('gary'), 'secret words');
  expect((await cli(['audit', 'verify'])).stdout).toMatch(
    /^audit_event: \d+ events? unchanged\. \d+ newer events? will be sealed within minutes while a web process or worker runs\.$/m,
  );
});

describe('users', () => {
  it('creates an account with the password from standard input, without the final line break', async () => {
    const made = await cli(createArgs('misty', '--json'), 'with a blank at the end \r\n');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(made.stdout)).toMatchObject({
      user: { username: 'misty', email: 'misty@example.org', role: 'checker', account_status: 'Active' },
    });
    const listed = await cli(['users', 'list', '--search', 'MIST', '--json']);
    expect(JSON.parse(listed.stdout).data).toHaveLength(1);
    expect(made.stdout + listed.stdout).not.toContain('blank');
  });

  it('refuses a password of two lines, which no form could take', async () => {
    expect(await cli(createArgs('twoline'), 'correct horse\nbattery staple\n')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: Standard input has more than one line: a password is one line\n',
    });
  });

  it('refuses a taken name (exit code 4)', async () => {
    await cli(createArgs('brock'), 'secret words');
    const again = await cli(createArgs('BROCK'), 'secret words');
    expect(again).toMatchObject({ code: 4, stdout: '' });
    expect(again.stderr).toBe('error: This username is already taken. Please choose another one.\n');
  });

  it('asks nothing more about a name that is taken', async () => {
    await cli(createArgs('oddish'), 'secret words');
    expect(await cli(['users', 'create', '--username', 'ODD1SH'])).toMatchObject({
      code: 4,
      stderr: 'error: This username looks too much like an existing one. Please choose another one.\n',
    });
    expect(await cli(['users', 'create', '--username', 'ODDISH'])).toMatchObject({
      code: 4,
      stderr: 'error: This username is already taken. Please choose another one.\n',
    });
  });

  it('reports all invalid values together (exit code 2)', async () => {
    const args = ['users', 'create', '--username', 'a', '--email', 'x', '--role', 'user', '--password-stdin'];
    const refused = await cli([...args, '--json'], 'short');
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stdout).details).toEqual([
      'Username must be at least 3 characters long',
      'Please enter a valid email address',
      'Password must be at least 6 characters long',
    ]);
  });

  it.each([
    [['users', 'create', '--email', 'x@example.org'], '--username is missing'],
    [[...createArgs('erika').slice(0, -1)], '--password-stdin is missing'],
    [['users', 'create', '--role', 'emperor'], 'Allowed choices are user, checker, admin'],
    [['users', 'dismiss'], "unknown command 'dismiss'"],
    [['help', 'nope'], "unknown command 'nope'"],
    [['users', 'help', 'nope'], "unknown command 'nope'"],
    [['help', 'users', 'nope'], "unknown command 'nope'"],
    [['users', 'list', '--loud'], "unknown option '--loud'"],
    [['sales', 'export', '--min-price', 'cheap'], '--min-price must be a whole number'],
    [['sales', 'export', '--kind', 'item', '--nature', 'Adamant'], 'Items have no nature'],
    [
      ['sales', 'export', '--date-from', '2026-03-12', '--date-to', '2026-03-11', '--min-price', '5'],
      'A range is reversed: Sold 12 Mar 2026 to 11 Mar 2026.',
    ],
    [['sales', 'export', '--out', ''], 'It must not be empty.'],
    [['sales', 'import', ''], 'The name of the file is empty'],
    [['demo', '--sales', '0'], 'must be a whole number'],
  ])('does not prompt without a terminal: %j exits with 2', async (args, message) => {
    const refused = await cli(args);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(message);
  });

  it('reports usage errors as JSON with --json', async () => {
    const refused = await cli(['users', 'set-role', 'erika', '--json']);
    expect(refused).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(refused.stdout)).toEqual({ error: "missing required argument 'role'", code: 'USAGE' });
    for (const incomplete of [['--json'], ['users', '--json']]) {
      const helped = await cli(incomplete);
      expect(helped).toMatchObject({ code: 2, stderr: '' });
      expect(JSON.parse(helped.stdout)).toEqual({
        error: 'Give a command; --help lists them.',
        code: 'USAGE',
      });
    }
  });

  it('changes a role, and reports an unknown account (exit code 3)', async () => {
    await cli(createArgs('jasmine'), 'secret words');
    const changed = await cli(['users', 'set-role', 'jasmine', 'admin', '--json']);
    expect(JSON.parse(changed.stdout).user).toMatchObject({ username: 'jasmine', role: 'admin' });
    const unchanged = await cli(['users', 'set-role', 'jasmine', 'admin']);
    expect(unchanged).toEqual({ code: 0, stdout: 'jasmine is already admin.\n', stderr: '' });
    const events = await cli(['audit', 'list', '--action', 'account.role-changed', '--json']);
    expect(JSON.parse(events.stdout).data).toHaveLength(1);
    expect(await cli(['users', 'set-role', 'nobody', 'admin'])).toMatchObject({ code: 3, stdout: '' });
  });
});

describe('files', () => {
  it('imports a file, skips its lines the second time, and exports them', async () => {
    await writeFile(
      file('sales.csv'),
      'item_name,price,date_sold,status\nMaster Ball,5,2026-01-02,approved\nx,0,,\n',
    );
    const first = await cli(['sales', 'import', file('sales.csv'), '--json']);
    expect(first.code).toBe(1);
    expect(JSON.parse(first.stdout)).toMatchObject({
      dry_run: false,
      lines: 2,
      added: 1,
      exists: 0,
      refused: [{ line: 3, message: 'Price must be a positive number, Date sold is required' }],
    });
    const second = await cli(['sales', 'import', '-'], await readFile(file('sales.csv'), 'utf8'));
    expect(second.stdout).toBe('2 lines: 0 added, 1 already present, 1 refused\n');
    expect(second.stderr).toContain('line 3: Price must be a positive number');

    const exports = ['sales', 'export', '--name', 'master'];
    const shown = await cli([...exports, '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject([
      { item_name: 'Master Ball', price: 5, status: 'approved' },
    ]);
    const written = await cli([...exports, '--out', file('out.csv'), '--json']);
    expect(JSON.parse(written.stdout)).toEqual({ exported: 1, format: 'csv', file: file('out.csv') });
    await cli([...exports, '--out', file('out.ndjson')]);
    expect(JSON.parse(await readFile(file('out.ndjson'), 'utf8'))).toMatchObject({
      item_name: 'Master Ball',
    });
    expect(await readFile(file('out.csv'), 'utf8')).toMatch(
      /^kind,item_name,.*\nitem,Master Ball,,5,2026-01-02,/,
    );
  });

  it('says what is wrong with a file that cannot be opened', async () => {
    const closed = file('closed.csv');
    await writeFile(closed, '');
    const denied = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open', path: closed });
    const opening = vi.spyOn(ReadStream.prototype, '_construct').mockImplementation((done) => done(denied));
    expect(await cli(['sales', 'import', closed])).toMatchObject({
      code: 1,
      stderr: `error: Permission denied: ${closed}. Change its permissions, or choose another file.\n`,
    });
    opening.mockRestore();
  });

  it('names the refused lines before one that is not CSV, also with --json', async () => {
    // A batch, and more blank lines than are read at once.
    const lines = `item_name,price,date_sold\n${'x,0,2026-01-02\n'.repeat(600)}${'\n'.repeat(70_000)}`;
    await writeFile(file('broken.csv'), `${lines}Bad "quote,5,2026-01-02\n`);
    const refused = await cli(['sales', 'import', file('broken.csv'), '--json']);
    expect(refused.code).toBe(2);
    const { code, details } = JSON.parse(refused.stdout);
    expect([code, details.length]).toEqual(['BAD_FILE', 501]);
    expect(details.slice(0, 2)).toEqual([
      'Line 70602 is not readable as CSV: enclose a value that contains quotes in quotes, and double its quotes.',
      'line 2: Price must be a positive number',
    ]);
  });

  it('says what an interrupted import has added', async () => {
    const child = spawn(process.execPath, [PROGRAMS.cli, 'sales', 'import', '-'], {
      env: childEnv({ DATABASE_URL: database.url, DATA_DIR: folder }),
    });
    const exited = once(child, 'exit');
    const stdout = text(child.stdout);
    const notes = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
    // One more than a batch; standard input stays open.
    const lines = [
      'item_name,price,date_sold',
      'x,0,2026-01-02',
      ...Array(500).fill('Net Ball,5,2026-01-02'),
    ];
    child.stdin.write(`${lines.join('\n')}\n`);
    // It is printed after the batch.
    expect((await notes.next()).value).toBe('line 2: Price must be a positive number');
    child.kill('SIGINT');
    expect((await notes.next()).value).toBe(
      'Interrupted; importing the file again will not add these sales again.',
    );
    expect(await stdout).toBe('500 lines: 499 added, 0 already present, 1 refused\n');
    expect(await exited).toEqual([130, null]);
  });

  it('exports to standard output, as one JSON document with --json', async () => {
    const [plain, dash] = [await cli(['sales', 'export']), await cli(['sales', 'export', '--out', '-'])];
    expect(dash).toEqual(plain);
    expect(plain).toMatchObject({ code: 0, stdout: expect.stringMatching(/^kind,item_name,/) });
    const refused = await cli(['sales', 'export', '--json', '--format', 'csv']);
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stdout)).toMatchObject({ code: 'USAGE' });
  });

  it('adds items, with and without --dry-run', async () => {
    await writeFile(file('items.csv'), 'name\nSilver Glider\n');
    const dry = await cli(['catalogue', 'import', file('items.csv'), '--dry-run', '--json']);
    expect(JSON.parse(dry.stdout)).toEqual({ dry_run: true, added: 1, exists: 0, refused: [] });
    const real = await cli(['catalogue', 'import', file('items.csv'), '--json']);
    expect(JSON.parse(real.stdout)).toMatchObject({ dry_run: false, added: 1 });
  });

  it('reports a missing file (exit code 3)', async () => {
    expect(await cli(['sales', 'import', file('none.csv')])).toMatchObject({ code: 3, stdout: '' });
  });

  it('says what is wrong with a file that cannot be written or read, and what to do', async () => {
    const failure = async (...args: string[]) => (await cli(args)).stderr;
    expect(await failure('sales', 'export', '--out', file('none/out.csv'))).toBe(
      `error: The folder of ${file('none/out.csv')} does not exist: create it, or choose another file.\n`,
    );
    expect(await failure('logs', 'export', '--out', folder)).toBe(
      `error: ${folder} is a folder: choose another file.\n`,
    );
    expect(await failure('db', 'restore', folder)).toBe(`error: ${folder} is not a file\n`);
  });

  it('warns of a misspelled setting, without its value', async () => {
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SMPT_URL: 'smtp://oak:hidden@mail.example',
    };
    expect(await runCommand(['users', 'list'], { settings })).toMatchObject({
      code: 0,
      stderr: 'warning: Unknown setting SMPT_URL. Did you mean SMTP_URL?\n',
    });
  });

  it('says where the queue is', async () => {
    expect((await cli(['jobs', 'status'])).stdout).toMatch(/^The queue is in PostgreSQL\.\n\nstate +jobs\n/);
  });

  it('reports a queue that cannot be reached', async () => {
    const settings = { DATABASE_URL: database.url, DATA_DIR: folder, REDIS_URL: 'redis://127.0.0.1:1' };
    expect(await runCommand(['jobs', 'status'], { settings })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: The Redis server 127\.0\.0\.1:1 cannot be reached \(.*\): start it, or correct REDIS_URL\.\n$/,
      ),
    });
  });
});

describe('the database', () => {
  it('is migrated only on request when DATABASE_URL is set', async () => {
    const { url: server } = inject('postgres');
    const name = `cli_${process.pid}`;
    await administer(server, `create database ${name}`);
    const url = urlOf(server, name);
    try {
      const unready = await cli(['users', 'list'], undefined, url);
      expect(unready.code).toBe(1);
      expect(unready.stderr).toContain('npm run cli -- db migrate');
      const before = JSON.parse((await cli(['db', 'status', '--json'], undefined, url)).stdout);
      expect(before.pending).not.toEqual([]);
      const migrated = await cli(['db', 'migrate', '--json'], undefined, url);
      expect(JSON.parse(migrated.stdout)).toMatchObject({ catalogue_loaded: true });
      const status = JSON.parse((await cli(['db', 'status', '--json'], undefined, url)).stdout);
      expect(status).toMatchObject({ embedded: false, pending: [] });
      expect(status.tables).toContainEqual({ table: 'account', rows: 0 });
    } finally {
      await administer(server, `drop database ${name} with (force)`);
    }
  });

  it('is reported when it cannot be reached (exit code 1)', async () => {
    const failed = await cli(['users', 'list', '--json'], undefined, UNREACHABLE, runCli);
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout).code).toBe('DATABASE_AWAY');
  });

  it('is created, migrated and stopped again when it is embedded', async () => {
    const settings = { DATA_DIR: file('fresh') };
    const made = await runCli(createArgs('ash'), { settings, input: 'secret words' });
    expect(made).toMatchObject({ code: 0, stdout: 'Created checker ash (id 1).\n', stderr: '' });
    expect(existsSync(file('fresh/postgres/postmaster.pid'))).toBe(false);
    const demo = await runCli(['demo', '--sales', '50', '--json'], { settings });
    expect(JSON.parse(demo.stdout).accounts.map(({ role }: { role: string }) => role)).toEqual([
      'user',
      'checker',
      'admin',
    ]);
    expect(await runCli(['demo'], { settings })).toMatchObject({ code: 4, stdout: '' });
  });
});

it('prints the version', async () => {
  expect(await cli(['--version'])).toEqual({ code: 0, stdout: `${productVersion()}\n`, stderr: '' });
});

it.each([[], ['sales', 'export']])('prints help: %j', async (...command) => {
  const help = await cli([...command, '--help'], undefined, database.url, runCli);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('Usage: marketdex');
});

it.each([
  ['help', 'users', 'create'],
  ['users', 'help', 'create'],
])('prints the help of a command of a group: %s %s %s', async (...command) => {
  const help = await cli(command);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('Usage: marketdex users create');
});
