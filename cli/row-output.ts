import { createWriteStream } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InvalidArgumentError, Option } from 'commander';
import { counted } from '../src/contract/shared/plural.ts';
import { codeOf, unavailable } from '../src/lib/errors.ts';
import { writeDraft } from '../src/lib/process/drafts.ts';
import { ROW_FORMATS, type RowFormat, rowFormat } from '../src/lib/row-format.ts';
import { printResult, withProgress } from './output.ts';

interface RowOutput {
  /** Path of the file; default: standard output. */
  out?: string | undefined;
  format: RowFormat;
  columns: readonly string[];
  /** The expected number of rows, for the progress bar. */
  total: number;
  /** The singular noun for a row. */
  one: string;
}

/** The flag for the file of an export. */
export const outOption = () =>
  new Option(
    '--out <file>',
    'write to this file, which only its owner can read; - is standard output',
  ).argParser((path: string) => {
    if (path === '') throw new InvalidArgumentError('It must not be empty.');
    return path === '-' ? undefined : path;
  });

/** The format that the name of a file ends in; undefined for other names. */
export const formatNamedBy = (out: string | undefined): RowFormat | undefined =>
  ROW_FORMATS.find((format) => out?.toLowerCase().endsWith(`.${format}`));

const REPORT_EVERY = 1_000;

/**
 * Gives the stream of an output to the work. A file keeps its content until the new one is complete. Only its owner can read
 * it: exports have names, addresses or sales that are not public.
 */
async function withTarget(
  { out }: Pick<RowOutput, 'out'>,
  work: (target: Writable) => Promise<void>,
): Promise<void> {
  if (!out) return work(process.stdout);
  const found = await stat(out).catch(() => undefined);
  // A device such as /dev/null, or a pipe.
  if (found && !found.isFile())
    return work(createWriteStream(out)).catch((error: unknown) => {
      // Otherwise it would count as a closed connection to the database.
      throw codeOf(error) === 'EPIPE'
        ? unavailable('OUTPUT_FAILED', `Nothing reads ${out} any more.`)
        : error;
    });
  // Replace a symlink's target, not the symlink.
  const file = found ? await realpath(out) : out;
  await writeDraft(file, async (draft) => {
    const handle = await open(draft, 'wx', 0o600);
    await work(handle.createWriteStream());
  });
}

/** Streams rows to a file or standard output. @returns their number @throws Error when the file cannot be written */
export async function writeRows(rows: AsyncIterable<object>, output: RowOutput): Promise<number> {
  const { out, format, columns, total, one } = output;
  return withProgress(out ? total : 0, async (bar) => {
    let written = 0;
    async function* counting() {
      for await (const row of rows) {
        written += 1;
        if (written % REPORT_EVERY === 0) bar.update(written, counted(written, one));
        yield row;
      }
    }
    await withTarget(output, (target) => {
      const end = target !== process.stdout;
      return pipeline(Readable.from(counting()), rowFormat(format, columns), target, { end });
    });
    return written;
  });
}

/** Prints the result of an export to a file; one to standard output is its own result. */
export function printExport(
  exported: number,
  { out, format, one }: Pick<RowOutput, 'out' | 'format' | 'one'>,
  json: boolean | undefined,
): void {
  if (out)
    printResult(json, { exported, format, file: out }, () => `${counted(exported, one)} written to ${out}`);
}
