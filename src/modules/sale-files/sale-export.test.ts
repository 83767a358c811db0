import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { rowFormat } from '../../lib/row-format.ts';
import { makeAccount, makeSale } from '../../testing/accounts/factories.ts';
import { type TestServer, testServer } from '../../testing/run/server.ts';
import { zSaleExport } from './sale-export.service.ts';
import { SALE_FILE } from './sale-file.ts';

const server = testServer();
const other = testServer();

const exportOf = (from: TestServer, filter: Record<string, unknown> = {}) =>
  from.services().saleExport.open(zSaleExport.parse(filter));

async function rowsOf(from: TestServer, filter: Record<string, unknown>) {
  const { total, rows } = await exportOf(from, filter);
  const found = await Array.fromAsync(rows);
  expect(found).toHaveLength(total);
  return found;
}

async function csvOf(from: TestServer) {
  const { rows } = await exportOf(from);
  return text(Readable.from(rows).pipe(rowFormat('csv', SALE_FILE.columns)));
}

beforeAll(async () => {
  for (const one of [server, other]) await makeAccount(one, 'user', 'misty');
  const rows = [
    '"=HYPERLINK(""evil.example"")",,5,2026-01-01,,,,,,,,,,,,,"@SUM(1)"',
    "'=quoted already,,6,2026-01-01,,,,,,,,,,,rejected,misty,- a dash",
    '"Comma, ""quote""",,7,2026-01-01,https://forum.example/1,,,,,,,,,,approved,,',
    ',Garchomp,8,2026-01-01,,Jolly,Rough Skin,Normal,31,30,29,28,27,26,approved,misty,',
  ];
  const header =
    'item_name,pokemon_name,price,date_sold,proof_url,nature,ability,form,iv_hp,iv_attack,iv_defense,iv_sp_attack,iv_sp_defense,iv_speed,status,submitted_by_username,review_notes';
  const report = await server.services().saleImport.run(Readable.from([[header, ...rows].join('\n')]));
  expect(report).toMatchObject({ added: 4, refused: 0 });
  await makeSale(server, { kind: 'pokemon', traits: { form: 'Shiny', level: 7, held_item: 'Leftovers' } });
});

beforeEach(() => other.truncate('sale'));

it('can be imported elsewhere with the same result', async () => {
  const csv = await csvOf(server);
  await makeAccount(other, 'user', await submitterOf(server, 'Garchomp', 'pending'));
  expect(await other.services().saleImport.run(Readable.from([csv]))).toMatchObject({ added: 5, refused: 0 });
  expect(await csvOf(other)).toBe(csv);
});

it('can be imported where the submitters have no account, as sales of nobody', async () => {
  const csv = await csvOf(server);
  const again = () => other.services().saleImport.run(Readable.from([csv]), { withoutSubmitters: true });
  expect(await again()).toMatchObject({ added: 5, refused: 0 });
  expect(await again()).toMatchObject({ added: 0, exists: 5, refused: 0 });
  expect(await other.sql('select distinct submitted_by from sale')).toEqual([{ submitted_by: null }]);
});

it('adds nothing to the database that it is from, except lines that differ and repeated ones', async () => {
  const csv = await csvOf(server);
  const [, ...lines] = csv.trim().split('\n');
  const runDry = (file: string) => server.services().saleImport.run(Readable.from([file]), { dryRun: true });
  expect(await runDry(csv)).toMatchObject({ lines: 5, added: 0, exists: 5, refused: 0 });
  expect(await runDry(csv.replace(',7,', ',9,'))).toMatchObject({ added: 1, exists: 4 });
  expect(await runDry([csv.trim(), ...lines].join('\n'))).toMatchObject({ added: 5, exists: 5 });
});

it('adds a sale to the database that it is from when that was deleted since', async () => {
  const [id, kept] = [await makeSale(other, { price: 1 }), await makeSale(other, { price: 2 })];
  const csv = await csvOf(other);
  await other.services().saleAdmin.remove('item', { id });
  expect(await other.services().saleImport.run(Readable.from([csv]))).toMatchObject({ added: 1, exists: 1 });
  const stored = await other.sql('select sale_id, price from sale where deleted_at is null order by price');
  expect(stored).toEqual([
    { sale_id: expect.any(Number), price: 1 },
    { sale_id: kept, price: 2 },
  ]);
});

it('names a deleted account, which an import takes for nobody', async () => {
  const by = await makeAccount(other);
  await makeSale(other, { by });
  await other.services().accountRemoval.remove(by.user.username);
  const csv = await csvOf(other);
  expect(csv).toContain(`deleted user ${by.user.user_id}`);
  const runDry = () => other.services().saleImport.run(Readable.from([csv]), { dryRun: true });
  expect(await runDry()).toMatchObject({ added: 0, exists: 1 });
  await other.truncate('sale');
  expect(await runDry()).toMatchObject({ added: 1, refused: 0 });
});

async function submitterOf(from: TestServer, name: string, status: string): Promise<string> {
  const [row] = await from.sql<{ username: string }>(
    `select username from sale join account on user_id = submitted_by where name = ? and status = ?`,
    [name, status],
  );
  return row?.username ?? '';
}

it('escapes cells that look like formulas', async () => {
  const csv = await csvOf(server);
  expect(csv).toContain(`"'=HYPERLINK(""evil.example"")"`);
  expect(csv).toContain(`,'@SUM(1)\n`);
  expect(csv).toContain(`,'- a dash\n`);
  expect(csv).not.toMatch(/(^|,)"?[=+\-@]/m);
});

it('has a value for every column of a file', async () => {
  const [row] = await rowsOf(server, { kind: 'pokemon' });
  expect(Object.keys(row ?? {}).toSorted()).toEqual(SALE_FILE.columns.toSorted());
});

it('filters like the lists, for both kinds', async () => {
  const names = async (filter: Record<string, unknown>) =>
    (await rowsOf(server, filter)).map((row) => row.item_name ?? row.pokemon_name);
  expect(await names({ status: 'approved' })).toEqual(['Comma, "quote"', 'Garchomp']);
  expect(await names({ kind: 'pokemon', is_shiny: 'true' })).toEqual(['Garchomp']);
  expect(await names({ submitter: 'MISTY', max_price: '6' })).toEqual(['=quoted already']);
  expect(await names({ min_perfect_ivs: 6 })).toEqual([]);
  expect(await names({ kind: 'item' })).toHaveLength(3);
});

it('finds the sales of an item by a name that was merged into it, with and without a kind', async () => {
  for (const name of ['Zeta Orb', 'Kappa Dust']) await makeSale(server, { name, status: 'approved' });
  const admin = await makeAccount(server, 'admin');
  await server.services(admin.actor).itemMerge.merge({ from: 'Zeta Orb', into: 'Kappa Dust' });
  for (const kind of [{ kind: 'item' }, {}]) {
    const filter = { ...kind, name: 'zeta orb', exact: 'true' };
    expect((await rowsOf(server, filter)).map(({ item_name }) => item_name)).toEqual([
      'Kappa Dust',
      'Kappa Dust',
    ]);
  }
  expect(await rowsOf(server, { kind: 'item', name: 'zeta' })).toEqual([]);
  expect(await rowsOf(server, { name: 'garchomp', exact: 'true' })).not.toEqual([]);
});

it('reads several batches, each sale once', async () => {
  const many = Array.from({ length: 1_500 }, (_, i) => `Repel,${i + 1},2026-01-01`);
  await other.services().saleImport.run(Readable.from([['item_name,price,date_sold', ...many].join('\n')]));
  const prices = (await rowsOf(other, { name: 'repel', exact: 'true' })).map(({ price }) => price);
  expect(prices).toEqual(Array.from({ length: 1_500 }, (_, i) => i + 1));
});
