import { beforeEach, expect, it } from 'vitest';
import { cliCommand } from '../src/testing/clients/cli-command.ts';
import { makeDuplicates, scanForDuplicates } from '../src/testing/market/duplicates.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { testServer } from '../src/testing/run/server.ts';
import { runProgram } from './program.ts';

const runCli = cliCommand(runProgram);
const server = testServer();
const folder = testFolder();

beforeEach(async () => {
  await server.truncate('sale', 'duplicate_scan', 'not_duplicates');
});

const cli = (...args: string[]) =>
  runCli(['duplicates', ...args], { settings: { DATABASE_URL: server.database.url, DATA_DIR: folder } });
const remainingSales = async () => {
  const rows = await server.sql<{ sale_id: number }>(
    'select sale_id from sale where deleted_at is null order by sale_id',
  );
  return rows.map(({ sale_id }) => sale_id);
};

it('scans now or queues a scan, and lists the groups', async () => {
  const [first, second] = await makeDuplicates(server, { price: 500_000, date_sold: '2026-03-12' });
  const never = await cli('list');
  expect(never).toMatchObject({ code: 0, stdout: expect.stringContaining('No scan has run yet') });
  expect(await cli('scan')).toMatchObject({
    code: 0,
    stdout: 'Scan 1 is queued for the server or a worker.\n',
  });
  // Runs the queued scan.
  expect(await cli('scan', '--wait')).toMatchObject({
    code: 0,
    stdout: 'Found 1 group of duplicate item sales and 0 of pokemon sales.\n',
  });
  const [human, json] = await Promise.all([cli('list'), cli('list', '--json')]);
  expect(human.stdout).toContain('Items: 1\n');
  expect(human.stdout).toMatch(/Master Ball +500,000 +2026-03-12 +2 +1,2\n/);
  expect(human.stdout).toContain('Pokemon: none');
  expect(JSON.parse(json.stdout)).toMatchObject({
    items: [{ item_ids: `${first},${second}` }],
    total_items: 1,
    status: 'done',
  });
  const [event] = await server.sql(
    `select actor_name from audit_event where action = 'duplicates.scan-started'
        order by event_id desc limit 1`,
  );
  expect(event).toEqual({ actor_name: expect.stringMatching(/^operator /) });
  const done = JSON.parse((await cli('scan', '--wait', '--json')).stdout);
  expect(done).toMatchObject({ job_id: '2', status: 'done', total_items: 1, total_pokemon: 0 });
});

it('shows ten groups of each kind and the number of the others', async () => {
  await server.sql(
    `insert into sale (kind, name, price, date_sold, status)
       select 'item', 'Master Ball', 1 + n / 2, current_date - 3, 'pending' from generate_series(2, 25) n`,
  );
  await scanForDuplicates(server);
  const [ten, two] = await Promise.all([cli('list'), cli('list', '--limit', '2')]);
  expect(ten.stdout).toContain('... and 2 more\n');
  expect(two.stdout).toContain('... and 10 more\n');
});

it('deletes one sale of a group with consent, and reports why it cannot', async () => {
  const [first, second] = await makeDuplicates(server);
  await scanForDuplicates(server);
  expect(await cli('delete', String(second))).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: --yes is missing: .*in a terminal/),
  });
  expect(await remainingSales()).toEqual([first, second]);
  expect(await cli('delete', String(second), '--yes')).toMatchObject({
    code: 0,
    stdout: `Sale ${second} is deleted. It can be restored from the sale's history.\n`,
  });
  expect(await remainingSales()).toEqual([first]);
  const [again, last, unknown] = await Promise.all([
    cli('delete', String(second), '--json', '--yes'),
    cli('delete', String(first), '--yes'),
    cli('delete', '999', '--yes'),
  ]);
  expect(again.code).toBe(4);
  expect(JSON.parse(again.stdout)).toEqual({
    error: `Sale ${second} has already been deleted.`,
    code: 'ALREADY_DELETED',
  });
  expect(last).toMatchObject({ code: 4, stderr: expect.stringContaining('is no longer a duplicate') });
  expect(unknown).toMatchObject({ code: 3, stderr: 'error: There is no such duplicate.\n' });
});

it('dismisses a group of different sales, and lists it again', async () => {
  const ids = (await makeDuplicates(server)).join();
  await scanForDuplicates(server);
  expect(await cli('dismiss', ids)).toMatchObject({
    code: 0,
    stdout: 'The group of 2 sales is hidden until another sale joins it.\n',
  });
  expect((await cli('list')).stdout).toContain('Items: none');
  expect(await cli('dismiss', ids, '--undo')).toMatchObject({
    code: 0,
    stdout: 'The group is listed again.\n',
  });
  expect((await cli('list')).stdout).toContain('Items: 1\n');
});

it('merges a group into one', async () => {
  const [first, second, third] = await makeDuplicates(server, {}, 3);
  await scanForDuplicates(server);
  const wrong = await cli('merge', '--keep', '1', '--remove', '2,x', '--yes');
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('must be a whole number') });
  expect(await cli('merge', '--keep', '1', '--remove', '1', '--yes')).toMatchObject({
    code: 2,
    stderr: 'error: Specify each sale only once\n',
  });
  const merge = ['merge', '--keep', String(second), '--remove', `${first},${third}`, '--json'];
  const unconfirmed = await cli(...merge);
  expect(unconfirmed.code).toBe(2);
  expect(JSON.parse(unconfirmed.stdout)).toMatchObject({ code: 'USAGE' });
  const merged = await cli(...merge, '--yes');
  expect(merged.code).toBe(0);
  expect(JSON.parse(merged.stdout)).toMatchObject({ kept: { sale_id: second }, deleted: [first, third] });
  expect(await remainingSales()).toEqual([second]);
  const [event] = await server.sql(
    `select actor_name, notes from sale_event where sale_id = ? and type = 'edited'`,
    [second],
  );
  expect(event).toMatchObject({ actor_name: expect.stringMatching(/^operator /) });
});
