import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CsvLine, fromCell, readCsv, toCell } from './csv.ts';
import { rowFormat } from './row-format.ts';

const write = (format: 'csv' | 'ndjson' | 'json', rows: object[]) =>
  text(Readable.from(rows).pipe(rowFormat(format, ['name', 'price', 'shiny'])));

const ROWS = [
  { name: 'a "b", c', price: 5, shiny: true },
  { name: null, price: -1, shiny: false },
];

it.each([
  ['csv', 'name,price,shiny\n"a ""b"", c",5,true\n,-1,false\n'],
  ['ndjson', ROWS.map((row) => `${JSON.stringify(row)}\n`).join('')],
  ['json', `[\n${ROWS.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`],
] as const)('writes %s', async (format, expected) => {
  expect(await write(format, ROWS)).toBe(expected);
});

it('writes a complete document when there are no rows', async () => {
  expect(await write('json', [])).toBe('[]\n');
  expect(await write('csv', [])).toBe('name,price,shiny\n');
});

it.each([
  ...['=1', '+1', '-1', '@a', "'=1", "''"].map((value) => [value, `'${value}`]),
  ['\t=1', "\t'=1"],
  ['\r=1', "\r'=1"],
  ['A;=1+cmd|calc!A0', "A;'=1+cmd|calc!A0"],
  ['A; "=1', 'A; "\'=1'],
  ['A\t@a;-1', "A\t'@a;'-1"],
  ["A;'=1", "A;''=1"],
  // Quotes within a cell do not keep its lines together.
  ['A\n=1\r\n+1', "A\n'=1\r\n'+1"],
])('protects %j', (value, cell) => {
  expect(toCell(value)).toBe(cell);
  expect(fromCell(cell)).toBe(value);
});

it.each(['Porygon-Z', 'a = b', 'A; b-c', "Farfetch'd", '1+1'])('leaves %j as it is', (value) => {
  expect(toCell(value)).toBe(value);
  expect(fromCell(value)).toBe(value);
});

it('reads back any text that it wrote', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (name) => {
      fc.pre(!name.includes('\ufffd') && name.isWellFormed());
      expect(fromCell(toCell(name))).toBe(name);
      const csv = await write('csv', [{ name, price: 1, shiny: false }]);
      const shape = { columns: ['name', 'price', 'shiny'], missing: () => null };
      const lines: CsvLine[] = await Readable.from(readCsv(Readable.from([csv]), shape)).toArray();
      expect(lines.map(({ record }) => record.name)).toEqual([name]);
    }),
  );
});

it('reads back any text with starts of formulas', () => {
  const part = fc.constantFrom('a', ' ', '"', "'", ';', '\t', '\n', '\r', '=', '+', '-', '@');
  fc.assert(
    fc.property(fc.string({ unit: part, maxLength: 12 }), (value) => {
      expect(fromCell(toCell(value))).toBe(value);
      expect(toCell(value)).not.toMatch(/(?:^|[;\t\r\n])[\s"]*[=+\-@]/);
    }),
    { numRuns: 1_000 },
  );
});
