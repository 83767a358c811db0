import { SingleBar } from 'cli-progress';

/** Text from files or the database must not control the operator's terminal, nor show in another order than it has. */
const UNSAFE = /[^\P{Cc}\n]|\p{Bidi_Control}/gu;
const printable = (text: string) => text.replace(UNSAFE, '?');

/** JSON in which these characters are escaped, so that none is lost. */
export const jsonText = (document: unknown, indent?: number): string =>
  JSON.stringify(document, null, indent).replace(
    UNSAFE,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Prints the result of a command: exactly one JSON document with --json, otherwise text. */
export function printResult(json: boolean | undefined, document: unknown, human: () => string): void {
  process.stdout.write(`${json ? jsonText(document, 2) : printable(human())}\n`);
}

export const printLine = (text: string): void => {
  process.stdout.write(`${printable(text)}\n`);
};

/** Prints a line for a person to standard error, apart from the result. */
export const printNote = (text: string): void => {
  process.stderr.write(`${printable(text)}\n`);
};

interface FailureDocument {
  error: string;
  code: string;
  /** One sentence per error, if there are several. */
  details?: readonly string[];
}

/** Prints a failure: one JSON document with --json, otherwise sentences on standard error. */
export function printError(json: boolean, failure: FailureDocument): void {
  if (json) printResult(true, failure, () => '');
  else if (!failure.details) printNote(`error: ${failure.error}`);
  else printNote(['error:', ...failure.details.map((detail) => `  ${detail}`)].join('\n'));
}

type Cell = string | number | null;

/** Formats rows with equal keys as a table with the keys as headings; numbers are right-aligned. */
export function table(rows: readonly Record<string, Cell>[]): string {
  const headings = Object.keys(rows[0] ?? {});
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

interface Progress {
  update(done: number, label?: string): void;
  /** Prints a line above the bar. */
  note(text: string): void;
  stop(): void;
}

const SILENT: Progress = { update: () => undefined, note: printNote, stop: () => undefined };

function progressBar(total: number): Progress {
  if (!process.stderr.isTTY || total === 0) return SILENT;
  const bar = new SingleBar({
    format: '{bar} {percentage}%  {label}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
  });
  let shown = { done: 0, label: '' };
  bar.start(total, 0, shown);
  return {
    update: (done, label = shown.label) => {
      shown = { done, label };
      bar.update(done, shown);
    },
    // The bar only redraws its own line, so it is stopped while the note is printed.
    note: (text) => {
      bar.stop();
      printNote(text);
      bar.start(total, shown.done, shown);
    },
    stop: () => bar.stop(),
  };
}

/**
 * Runs the work with a progress bar on standard error; it is silent when that is not a terminal.
 *
 * @param total the final value of `update`, in any unit
 */
export async function withProgress<T>(total: number, work: (bar: Progress) => Promise<T>): Promise<T> {
  const bar = progressBar(total);
  // An interrupted command must not leave the terminal without a cursor, nor print what it has left behind the bar.
  process.prependOnceListener('exit', bar.stop);
  try {
    return await work(bar);
  } finally {
    process.off('exit', bar.stop);
    bar.stop();
  }
}
