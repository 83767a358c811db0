import { SingleBar } from 'cli-progress';

/** Text from a file or the database cannot move the cursor of the operator's terminal. */
const printable = (text: string) => text.replace(/[^\P{Cc}\n]/gu, '?');

/** The result of a command: exactly one JSON document with --json, else what a person reads. */
export function printResult(json: boolean, document: unknown, human: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${printable(human())}\n`);
}

/** One line of a result that goes on as long as it is read. */
export const printLine = (text: string): void => {
  process.stdout.write(`${printable(text)}\n`);
};

/** A line for a person beside the result. */
export const printNote = (text: string): void => {
  process.stderr.write(`${printable(text)}\n`);
};

export interface FailureDocument {
  error: string;
  code: string;
  /** One sentence per fault, where there are several. */
  details?: readonly string[];
}

/** A failure: the one JSON document with --json, else sentences on standard error. */
export function printError(json: boolean, failure: FailureDocument): void {
  if (json) printResult(true, failure, () => '');
  else if (!failure.details) printNote(`error: ${failure.error}`);
  else printNote(['error:', ...failure.details.map((detail) => `  ${detail}`)].join('\n'));
}

type Cell = string | number | null;

/** Rows below a line of headings, in columns; numbers to the right. */
export function table<Row extends Record<string, Cell>>(
  headings: (keyof Row & string)[],
  rows: Row[],
): string {
  const text = (cell: Cell | undefined) => (cell === null || cell === undefined ? '–' : String(cell));
  const widths = headings.map((key) => Math.max(key.length, ...rows.map((row) => text(row[key]).length)));
  const line = (cells: (Cell | undefined)[]) =>
    cells
      .map((cell, i) =>
        (typeof cell === 'number' ? text(cell).padStart : text(cell).padEnd).call(text(cell), widths[i] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(headings), ...rows.map((row) => line(headings.map((key) => row[key])))].join('\n');
}

export const count = (number: number): string => number.toLocaleString('en-US');

/** `1 sale`, `2,000 sales`. */
export const counted = (number: number, one: string): string =>
  `${count(number)} ${number === 1 ? one : `${one}s`}`;

export interface Progress {
  update(done: number, words?: string): void;
  /** A line for a person, above the bar. */
  note(text: string): void;
  stop(): void;
}

const SILENT: Progress = { update: () => undefined, note: printNote, stop: () => undefined };

/**
 * A bar on standard error while a person watches; nothing otherwise.
 *
 * @param total what `update` counts to, in any unit
 */
export function progress(total: number): Progress {
  if (!process.stderr.isTTY || total === 0) return SILENT;
  const bar = new SingleBar({
    format: '{bar} {percentage}%  {words}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
  });
  let shown = { done: 0, words: '' };
  bar.start(total, 0, shown);
  return {
    update: (done, words = shown.words) => {
      shown = { done, words };
      bar.update(done, shown);
    },
    // The bar knows its own lines only, so it makes way.
    note: (text) => {
      bar.stop();
      printNote(text);
      bar.start(total, shown.done, shown);
    },
    stop: () => bar.stop(),
  };
}
