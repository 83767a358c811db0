import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RowFormat, rowFormat } from '../src/lib/row-format.ts';
import { counted, progress } from './output.ts';

export interface RowOutput {
  /** Standard output when left out. */
  out?: string | undefined;
  format: RowFormat;
  /** Of a CSV, in order. */
  columns: readonly string[];
  /** How many rows there will be, for the progress that is shown while a file is written. */
  total: number;
  /** What one row is called. */
  one: string;
}

const REPORT_EVERY = 1_000;

/** Writes rows as they come, however many; how many there were. @throws Error when the file cannot be written. */
export async function writeRows(rows: AsyncIterable<object>, output: RowOutput): Promise<number> {
  const { out, format, columns, total, one } = output;
  const bar = progress(out ? total : 0);
  let written = 0;
  async function* watched() {
    for await (const row of rows) {
      written += 1;
      if (written % REPORT_EVERY === 0) bar.update(written, counted(written, one));
      yield row;
    }
  }
  const target = out ? createWriteStream(out) : process.stdout;
  try {
    await pipeline(Readable.from(watched()), rowFormat(format, columns), target, {
      end: target !== process.stdout,
    });
  } finally {
    bar.stop();
  }
  return written;
}
