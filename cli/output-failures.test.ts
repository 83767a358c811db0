import { expect, it, vi } from 'vitest';
import { AccountAdminQueries } from '../src/modules/accounts/account-admin.queries.ts';
import { cliCommand } from '../src/testing/clients/cli-command.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { createTestDatabase } from '../src/testing/servers/database.ts';
import { runProgram } from './program.ts';

const database = fixture(createTestDatabase, 'drop');
const folder = testFolder();
const FULL = 'The disk of the file is full: free some space, or choose a file on another disk.';

/** Runs a command whose standard output fails with this error of the system. */
const cliWithOutput = (code: string) => {
  const run = cliCommand((args) => {
    const failure = Object.assign(new Error(`${code}: write`), { code, syscall: 'write' });
    process.stdout._write = (_chunk, _encoding, done) => done(failure);
    return runProgram(args);
  });
  return (args: string[], input = '') =>
    run(args, { settings: { DATABASE_URL: database.url, DATA_DIR: folder }, input });
};
const full = cliWithOutput('ENOSPC');

it('says that only the output of a command is missing', async () => {
  const args = ['--username', 'misty', '--email', 'misty@example.org', '--role', 'user', '--password-stdin'];
  const lost = {
    code: 1,
    stderr: `error: The command is done, but its output could not be written. ${FULL}\n`,
  };
  expect(await full(['users', 'create', ...args], 'secret words')).toMatchObject(lost);
  expect(await full(['users', 'list', '--search', 'misty', '--json'])).toMatchObject(lost);
  const again = await full(['users', 'create', ...args, '--json'], 'secret words');
  expect(again).toMatchObject({
    code: 4,
    stderr: 'error: This username is already taken. Please choose another one.\n',
  });
});

it.each([['--help'], ['users', '--help'], ['help']])(
  'says that help could not be written: %j',
  async (...args) => {
    expect(await full(args)).toMatchObject({
      code: 1,
      stderr: `error: The help could not be written. ${FULL}\n`,
    });
  },
);

it.each([[], ['--json']])('says why an export to standard output stopped: %j', async (...flags) => {
  expect(await full(['sales', 'export', ...flags])).toMatchObject({ code: 1, stderr: `error: ${FULL}\n` });
});

it.each([['--help'], ['users', 'list'], ['sales', 'export']])(
  'stays silent when the reader closes the pipe: %j',
  async (...args) => {
    expect(await cliWithOutput('EPIPE')(args)).toMatchObject({ code: 0, stderr: '' });
  },
);

it('reports a connection to the database that breaks as a closed pipe does', async () => {
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
  const list = vi.spyOn(AccountAdminQueries.prototype, 'list').mockRejectedValue(broken);
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder };
  expect(await cliCommand(runProgram)(['users', 'list'], { settings })).toMatchObject({
    code: 1,
    stderr: 'error: The database cannot be reached right now. Please try again.\n',
  });
  list.mockRestore();
});
