import { createWriteStream } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { counted } from '../src/contract/shared/plural.ts';
import { ROW_FORMATS, type RowFormat, rowFormat } from '../src/lib/row-format.ts';
import { withProgress } from './output.ts';

export interface RowOutput {
  /** Path of the file; default: standard output. */
  out?: string | undefined;
  /** The permissions of the file; default: those it has, or those of the process. */
  mode?: number;
  format: RowFormat;
  /** The columns of a CSV, in order. */
  columns: readonly string[];
  /** The expected number of rows, for the progress bar. */
  total: number;
  /** The singular noun for a row. */
  one: string;
}

/** The format that the name of a file ends in; undefined for other names. */
export const formatNamedBy = (out: string | undefined): RowFormat | undefined =>
  ROW_FORMATS.find((format) => out?.toLowerCase().endsWith(`.${format}`));

const REPORT_EVERY = 1_000;

/** `createWriteStream` gives its `mode` only to new files. */
async function restrict(file: string, mode: number): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  // Not of a device such as /dev/null.
  if (found?.isFile()) await chmod(file, mode);
}

/** Streams rows to a file or standard output. @returns their number @throws Error when the file cannot be written */
export async function writeRows(rows: AsyncIterable<object>, output: RowOutput): Promise<number> {
  const { out, mode, format, columns, total, one } = output;
  if (out && mode !== undefined) await restrict(out, mode);
  const target = out ? createWriteStream(out, { mode }) : process.stdout;
  return withProgress(out ? total : 0, async (bar) => {
    let written = 0;
    async function* counting() {
      for await (const row of rows) {
        written += 1;
        if (written % REPORT_EVERY === 0) bar.update(written, counted(written, one));
        yield row;
      }
    }
    const end = target !== process.stdout;
    await pipeline(Readable.from(counting()), rowFormat(format, columns), target, { end });
    return written;
  });
}
