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

it.each(['=1', '+1', '-1', '@a', '\ta', '\ra', "'=1", "''"])('protects %j', (value) => {
  expect(toCell(value)).toBe(`'${value}`);
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
