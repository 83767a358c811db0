import { Transform } from 'node:stream';
import { stringify } from 'csv-stringify';
import { toCell } from './csv.ts';

export const ROW_FORMATS = ['csv', 'ndjson', 'json'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

/** One JSON value per line. */
const ndjson = () =>
  new Transform({
    writableObjectMode: true,
    transform: (row, _encoding, done) => done(null, `${JSON.stringify(row)}\n`),
  });

/** One JSON array, with a row per line. */
function jsonArray(): Transform {
  let rows = 0;
  return new Transform({
    writableObjectMode: true,
    transform: (row, _encoding, done) => {
      rows += 1;
      done(null, `${rows === 1 ? '[\n' : ',\n'}${JSON.stringify(row)}`);
    },
    flush: (done) => done(null, rows === 0 ? '[]\n' : '\n]\n'),
  });
}

const csv = (columns: readonly string[]) =>
  stringify({
    header: true,
    columns: [...columns],
    cast: { string: toCell, boolean: (value) => String(value) },
  });

/**
 * Turns a stream of rows into the text of a file.
 *
 * @param columns of the CSV, in order; JSON contains every field of the rows
 */
export function rowFormat(format: RowFormat, columns: readonly string[]): Transform {
  if (format === 'csv') return csv(columns);
  return format === 'json' ? jsonArray() : ndjson();
}
