import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAccount } from '../../testing/accounts/factories.ts';
import { testServer } from '../../testing/run/server.ts';
import { SaleBulkService } from '../sales/sale-bulk.service.ts';
import type { SaleImportOptions } from './sale-import.service.ts';

const server = testServer();

const HEADER =
  'item_name,pokemon_name,price,date_sold,proof_url,nature,ability,form,iv_hp,iv_attack,iv_defense,iv_sp_attack,iv_sp_defense,iv_speed,is_shiny,status,submitted_by_username,date_submitted';
const POKEMON =
  ',garchomp,1500000,2026-01-02,https://forum.example/1,adamant,rough skin,normal,31,31,31,4,31,31';
const ITEM = 'Master Ball,,500,2026-01-02';
const commas = (line: string) => line + ','.repeat(HEADER.split(',').length - line.split(',').length);

async function run(csv: string | Buffer | string[], options: SaleImportOptions = {}) {
  const refused: string[] = [];
  const report = await server.services().saleImport.run(Readable.from([csv].flat()), {
    ...options,
    onRefused: ({ line, message }) => refused.push(`${line}: ${message}`),
  });
  return { ...report, refusals: refused };
}
const lines = (...rest: string[]) => [HEADER, ...rest.map(commas)].join('\n');
const stored = () =>
  server.sql(`select *, date_submitted at time zone 'UTC' as submitted_utc from sale order by sale_id`);

const actions = () =>
  server.sql<{ event_id: number; action: string; detail: unknown }>(
    `select event_id, action, detail from audit_event where action like 'sales.import%' order by event_id`,
  );
let earlier = 0;
/** The audit events of the test. */
const traces = async () => (await actions()).slice(earlier).map(({ action, detail }) => ({ action, detail }));

beforeEach(async () => {
  await server.truncate('sale', 'sale_event', 'sale_check');
  earlier = (await actions()).length;
});

describe('a valid line', () => {
  it('is stored like a submission, with its decision and history', async () => {
    const { user } = await makeAccount(server, 'user', 'Trader.Joe');
    const report = await run(
      lines(
        `${POKEMON},true,approved,TRADER.joe,2026-01-03T10:00:00Z`,
        ITEM,
        'Brand New Thing,,7,2026-01-02,,,,,,,,,,,,approved',
      ),
    );
    expect(report).toEqual({ lines: 3, added: 3, exists: 0, refused: 0, refusals: [] });
    expect(await stored()).toMatchObject([
      {
        kind: 'pokemon',
        name: 'Garchomp',
        form: 'Normal',
        nature: 'Adamant',
        ability: 'Rough Skin',
        price: 1_500_000,
        is_shiny: true,
        hidden_power: 'Electric',
        perfect_ivs: 5,
        status: 'approved',
        submitted_by: user.user_id,
        submitted_utc: '2026-01-03 10:00:00',
      },
      { kind: 'item', name: 'Master Ball', status: 'pending', submitted_by: null },
      { kind: 'item', name: 'Brand New Thing', status: 'approved', item_id: expect.any(Number) },
    ]);
    const events = await server.sql(
      `select sale.name, type, actor_name from sale_event join sale using (sale_id) order by event_id`,
    );
    expect(events).toEqual([
      { name: 'Garchomp', type: 'submitted', actor_name: 'test' },
      { name: 'Garchomp', type: 'approved', actor_name: 'test' },
      { name: 'Master Ball', type: 'submitted', actor_name: 'test' },
      { name: 'Brand New Thing', type: 'submitted', actor_name: 'test' },
      { name: 'Brand New Thing', type: 'approved', actor_name: 'test' },
    ]);
  });

  it('is added once per occurrence in the file, no matter how often the file is imported', async () => {
    const twice = lines(ITEM, POKEMON, ITEM);
    expect(await run(twice)).toMatchObject({ added: 3, exists: 0 });
    expect(await run(twice)).toMatchObject({ added: 0, exists: 3 });
    expect(await run(lines(POKEMON, ITEM, ITEM, ITEM))).toMatchObject({ added: 1, exists: 3 });
    expect(await stored()).toHaveLength(4);
  });

  it('counts as the same line when only its decision changed', async () => {
    await run(lines(ITEM));
    expect(await run(lines(`${ITEM},,,,,,,,,,,,approved`))).toMatchObject({ added: 0, exists: 1 });
  });

  it('is added once by two concurrent imports', async () => {
    const reports = await Promise.all([run(lines(ITEM, POKEMON)), run(lines(ITEM, POKEMON))]);
    expect(reports.reduce((sum, { added }) => sum + added, 0)).toBe(2);
    expect(await stored()).toHaveLength(2);
  });

  it('stores nothing in a dry run, not even new items', async () => {
    const items = await server.sql('select count(*) from item');
    const csv = lines(POKEMON, 'Never Seen,,7,2026-01-02,,,,,,,,,,,,approved', 'Master Ball,,0,2026-01-02');
    const dry = await run(csv, { dryRun: true });
    expect(dry).toMatchObject({ lines: 3, added: 2, refused: 1 });
    expect(await stored()).toEqual([]);
    expect(await server.sql('select count(*) from item')).toEqual(items);
    expect(await run(csv)).toEqual(dry);
  });
});

describe('a refused line', () => {
  it('is reported with its message, and the others are stored', async () => {
    const report = await run(
      lines(
        'Master Ball,,0,2026-01-01',
        'Master Ball,,1e12,2026-02-30',
        'Master Ball,,12abc,9999-01-01,javascript:alert(1)',
        'Master Ball,,5,2026-01-01,,Adamant',
        POKEMON.replace('31,31', '32,31'),
        POKEMON.replace('rough skin', 'levitate'),
        POKEMON.replace('garchomp', 'Garchom'),
        `${POKEMON},yes`,
        `both${POKEMON}`,
        ',,5,2026-01-01',
        'Master Ball,,5,9999-01-01',
        'Master 💥 Ball,,5,2026-01-01',
        'Master\u202eBall,,5,2026-01-01',
        `${ITEM},,,,,,,,,,,,sold`,
        `${ITEM},,,,,,,,,,,,,nobody`,
        `${ITEM},,,,,,,,,,,,,,9999-01-01T00:00:00Z`,
        `${ITEM},,,,,,,,,,,,,,0000-01-01T00:00:00Z`,
        'Master Ball,,5,2026-01-02,,,,,,,,,,,,,,2026-01-01T23:59:59Z',
        'Master Ball,,100.000,2026-01-01',
        'Master Ball,,100.5,2026-01-01',
        ITEM,
      ),
    );
    expect(report.refusals).toEqual([
      '2: Price must be a positive number',
      '3: Price must be a number in digits, without quotes, separators or units, such as 1500000, Date sold must be a date like 2026-03-12',
      '4: Price must be a number in digits, without quotes, separators or units, such as 1500000, Proof URL must be a web address that starts with http:// or https://',
      '5: Unknown field: nature',
      '6: HP IV must be a whole number from 0 to 31',
      '7: Garchomp cannot have Levitate; it has Sand Veil or Rough Skin.',
      '8: There is no pokemon “Garchom”. Did you mean Garchomp?',
      '9: is_shiny must be true or false',
      '10: A line must name either an item or a pokemon, not both',
      '11: item_name or pokemon_name is required',
      expect.stringMatching(/^12: Date sold cannot be after today, .+ UTC$/),
      '13: Item name contains a character that is not allowed',
      '14: Item name contains a character that is not allowed',
      '15: status must be one of pending, approved, rejected',
      "16: submitted_by_username: no account is named 'nobody'",
      '17: date_submitted cannot be in the future',
      '18: date_submitted cannot be before 1900-01-01',
      '19: Date sold cannot be after the day of submission',
      '20: Price must be a number in digits, without quotes, separators or units, such as 1500000',
      '21: Price must be a whole number of Pokedollars',
    ]);
    expect(report).toMatchObject({ lines: 21, added: 1, refused: 20 });
    // A sale that is stored already does not shift the numbers.
    const stored = `${ITEM},,,,,,,,,,,,,,2026-01-03T00:00:00.000Z`;
    await run(lines(stored));
    const mixed = await run(lines(stored, POKEMON.replace('rough skin', 'levitate')));
    expect(mixed).toMatchObject({ exists: 1, refusals: [expect.stringMatching(/^3: Garchomp cannot/)] });
  });

  it('may have too few or too many values, or invalid bytes', async () => {
    const garbled = Buffer.concat([
      Buffer.from(`${HEADER}\nB`),
      Buffer.from([0xff]),
      Buffer.from(commas(',,5,2026-01-01')),
    ]);
    expect((await run(garbled)).refusals).toEqual(['2: The line is not text in UTF-8.']);
    expect((await run(`${HEADER}\nMaster Ball,,5\n${commas(ITEM)},,\n${commas(ITEM)}`)).refusals).toEqual([
      '2: The line does not have as many values as the header.',
      '3: The line does not have as many values as the header.',
    ]);
  });

  it.each(['\n', '\r\n', '\r'])(
    'is named by its first line, after records of several lines: %j',
    async (eol) => {
      const long = `Repel,0,2026-01-01,"one${eol}two${eol}${eol}four"`;
      const csv = ['item_name,price,date_sold,review_notes', long, '', long, 'Repel,0,2026-01-01,', ''];
      expect((await run(csv.join(eol))).refusals.map((refusal) => refusal.split(':')[0])).toEqual([
        '2',
        '7',
        '11',
      ]);
    },
  );

  it('may have a kind that contradicts its name column', async () => {
    const csv = 'kind,item_name,price,date_sold\nitem,Repel,5,2026-01-01\npokemon,Repel,6,2026-01-01\n';
    expect((await run(csv)).refusals).toEqual(["3: kind is 'pokemon', but the line names an item"]);
  });
});

describe('a file', () => {
  it('may have a byte order mark, CRLF, blank lines and rows, quotes, and its columns in any order and case', async () => {
    const csv =
      '\ufeffPrice,DATE_SOLD,item_name\r\n\r\n,,\r\n 5 , 2026-01-01,"Quoted ""X"", thing"\r\n6,2026-01-01,Été\r\n';
    expect(await run(csv)).toMatchObject({ added: 2, refused: 0 });
    expect((await stored()).map(({ name }) => name)).toEqual(['Quoted "X", thing', 'Été']);
  });

  it.each([
    ['empty', '', "including 'item_name' or 'pokemon_name'"],
    ['without a name column', 'price,date_sold\n5,2026-01-01\n', "including 'item_name' or 'pokemon_name'"],
    ['with an unknown column', 'item_name,price,colour\nRepel,5,red\n', "Unknown column 'colour'"],
    ['with a column twice', 'item_name,price,price\nRepel,5,5\n', 'names a column twice'],
    [
      'with semicolons',
      'item_name;price;date_sold\nRepel;5;2026-01-01\n',
      "Unknown column 'item_name;price;date_sold'; columns are separated by commas.",
    ],
    [
      'with quotes and semicolons',
      '"item_name";"price"\n"Repel";"5"\n',
      'Line 1 is not readable as CSV: columns are separated by commas.',
    ],
    ['with an unnamed column', 'item_name,price,\nRepel,5,\n', 'Column 3 has no name in the first line.'],
    ['with tabs', 'item_name\tprice\nRepel\t5\n', 'columns are separated by commas.'],
    ['in UTF-16', Buffer.from('item_name,price\nRepel,5\n', 'utf16le'), 'The file is not text in UTF-8.'],
  ])('that is %s is refused before anything is stored', async (_, csv, message) => {
    await expect(run(csv)).rejects.toMatchObject({ kind: 'invalid', code: 'BAD_FILE' });
    await expect(run(csv)).rejects.toThrow(message);
    expect(await stored()).toEqual([]);
  });

  const ROW = 'Repel,,5,2026-01-02,,,,';
  const WIDE = `Repel${',x'.repeat(20_000)}`;
  it.each([
    [
      'a quote that is not closed',
      [ROW, ROW, '"Repel,,5', ...Array(3_000).fill(ROW)],
      'a quote in it is not closed',
    ],
    [
      'a quote that is not closed, at the end',
      [ROW, '"a\r\nb",,5,2026-01-02,,,,', '"Repel'],
      'a quote in it is not closed',
    ],
    ['a quote within a value', [ROW, ROW, 'Re"pel,,5'], 'double its quotes'],
    ['text after a quote', [ROW, ROW, '"Re"pel,,5'], 'double its quotes'],
    ['too long a value', [ROW, ROW, `${'x'.repeat(20_000)},,5`], 'too long: at most 16,384 characters'],
    ['too many values', [ROW, ROW, WIDE, ROW], 'too long: at most 16,384 characters'],
  ])('with %s names its line, after blank lines', async (_, rows, message) => {
    const numbered = `Line ${rows[1] === ROW ? 7 : 8} `;
    for (const end of ['\n', '\r\n']) {
      const refused = run(
        `${HEADER}${end}${end}${rows.slice(0, 2).join(end)}${end}${end}${end}${rows.slice(2).join(end)}`,
      );
      await expect(refused).rejects.toThrow(numbered);
      await expect(refused).rejects.toThrow(message);
      await expect(refused).rejects.not.toThrow('added');
    }
  });

  it('with a broken line keeps the batches before it, reports that, and can be imported again', async () => {
    const sound = Array.from({ length: 600 }, (_, i) => `Repel,,${i + 1},2026-01-02`);
    const broken = [`${lines(...sound)}\n`, `Bad "quote,${commas(',5,2026-01-01')}`];
    await expect(run(broken)).rejects.toThrow(
      'Line 602 is not readable as CSV: enclose a value that contains quotes in quotes, and double its quotes. 500 sales before this line were added; importing the corrected file will not add them again.',
    );
    expect(await stored()).toHaveLength(500);
    expect(await traces()).toEqual([
      { action: 'sales.import-started', detail: null },
      { action: 'sales.imported', detail: { added: 500, exists: 0, refused: 0 } },
    ]);
    expect(await run(lines(...sound))).toMatchObject({ added: 100, exists: 500 });
    expect((await traces()).at(-1)).toEqual({
      action: 'sales.imported',
      detail: { added: 100, exists: 500, refused: 0 },
    });
  });

  it('whose database goes away keeps the batches before it, and reports that', async () => {
    const sound = Array.from({ length: 600 }, (_, i) => `Repel,,${i + 1},2026-01-02`);
    const add = SaleBulkService.prototype.add;
    const adding = vi.spyOn(SaleBulkService.prototype, 'add').mockImplementation(function (
      this: SaleBulkService,
      ...batch
    ) {
      if (adding.mock.calls.length > 1) throw Object.assign(new Error('away'), { code: '57P01' });
      return add.apply(this, batch);
    });
    await expect(run(lines(...sound))).rejects.toThrow(
      'The database is starting or stopping right now. Please try again. 500 sales before this were added; importing the file will not add them again.',
    );
    adding.mockRestore();
    expect(await stored()).toHaveLength(500);
  });
});
