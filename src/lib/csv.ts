import type { Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { formatNumber } from '../contract/shared/plural.ts';
import { DomainError } from './errors.ts';

/** A line of a file: its values by column, or why it cannot be read. */
export type CsvLine = { line: number; record: Record<string, string> } & { error: string | null };

export interface CsvShape {
  /** Every column that a file may have. */
  columns: readonly string[];
  /** Describes the required columns that are missing, as a sentence; null when none is. */
  missing: (columns: readonly string[]) => string | null;
}

/** Maximum characters of one line, well above what valid values need, so that an unclosed quote is detected. */
const MAX_LINE = 16_384;

const refusedFile = (message: string) => new DomainError('invalid', 'BAD_FILE', message);

const OTHER_SEPARATOR = 'columns are separated by commas';

/**
 * Where a spreadsheet would read a formula, or where the escaping apostrophe is already: at the start of the text, and also
 * after a semicolon, a tab or a line break, which begin a cell in spreadsheets that do not separate by commas.
 */
const FORMULA = /(?=[=+\-@'])(?<=(?:^|[;\t])[\s"]*)/gm;
const PROTECTED = /'(?=[=+\-@'])(?<=(?:^|[;\t])[\s"]*')/gm;

/** Escapes text so that no spreadsheet runs a part of it as a formula (docs/security.md); `fromCell` reverses it. */
export const toCell = (text: string): string => text.replace(FORMULA, "'");

export const fromCell = (cell: string): string => cell.replace(PROTECTED, '');

function checkHeader(header: string[], { columns: known, missing }: CsvShape): string[] {
  const columns = header.map((column) => column.trim().toLowerCase());
  const unnamed = columns.indexOf('');
  if (unnamed >= 0) throw refusedFile(`Column ${unnamed + 1} has no name in the first line.`);
  const unknown = columns.find((column) => !known.includes(column));
  if (unknown !== undefined) {
    if (/[\0\ufffd]/.test(unknown)) throw refusedFile('The file is not text in UTF-8.');
    const hint = /[;\t]/.test(unknown) ? OTHER_SEPARATOR : `the columns are ${known.join(', ')}`;
    throw refusedFile(`Unknown column '${unknown.slice(0, 100)}'; ${hint}.`);
  }
  if (new Set(columns).size < columns.length) throw refusedFile('The first line names a column twice.');
  const lacking = missing(columns);
  if (lacking) throw refusedFile(lacking);
  return columns;
}

interface Row {
  record: Record<string, string>;
  info: InfoRecord;
}

/** @param line the first line of the record that cannot be read */
function unreadable({ code, lines, message }: CsvError, line: number): DomainError {
  const isOpen = code === 'CSV_QUOTE_NOT_CLOSED' || (code === 'CSV_MAX_RECORD_SIZE' && Number(lines) > line);
  if (isOpen) return refusedFile(`Line ${line} is not readable as CSV: a quote in it is not closed.`);
  if (code === 'CSV_MAX_RECORD_SIZE')
    return refusedFile(`Line ${line} is too long: at most ${formatNumber(MAX_LINE)} characters.`);
  const isSeparated = line === 1 && /got "[;\t]"/.test(message);
  const hint = isSeparated
    ? OTHER_SEPARATOR
    : 'enclose a value that contains quotes in quotes, and double its quotes';
  return refusedFile(`Line ${line} is not readable as CSV: ${hint}.`);
}

function readLine({ record, info: { error } }: Row, line: number): CsvLine {
  if (error) return { line, record, error: 'The line does not have as many values as the header.' };
  const values = Object.entries(record).map(([column, cell]) => [column, fromCell(cell)] as const);
  const garbled = values.some(([, value]) => value.includes('\ufffd'));
  return {
    line,
    record: Object.fromEntries(values),
    error: garbled ? 'The line is not text in UTF-8.' : null,
  };
}

/** Whether a row has only separators, as spreadsheets write their blank rows. */
const isBlank = ({ record, info: { error } }: Row): boolean =>
  !error && Object.values(record).every((cell) => cell.trim() === '');

const countIn = (record: Record<string, string>, breaks: RegExp): number =>
  Object.values(record).reduce((sum, cell) => sum + (cell.match(breaks)?.length ?? 0), 0);

/**
 * Streams the lines of a CSV with a header, for files of any size. Accepts a byte order mark, any line endings, blank
 * lines and rows, and columns in any case and order. A record of several lines has the number of its first one.
 *
 * @throws DomainError invalid, code `BAD_FILE`, when the header does not fit or the quoting is broken.
 */
export async function* readCsv(csv: Readable, shape: CsvShape): AsyncGenerator<CsvLine> {
  let headed = false;
  /** The parser counts each CRLF within quotes twice. */
  let countedTwice = 0;
  /** The last line of the latest record, and the blank lines up to it. */
  let end = 0;
  let blank = 0;
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      headed = true;
      end = 1;
      return checkHeader(header, shape);
    },
    info: true,
    max_record_size: MAX_LINE,
    // The parser is ahead of the reader.
    on_record: (row: Row): Row & { line: number } => {
      countedTwice += countIn(row.record, /\r\n/g);
      end = row.info.lines - countedTwice;
      blank = row.info.empty_lines;
      return { ...row, line: end - countIn(row.record, /\r\n?|\n/g) };
    },
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  csv.once('error', (error) => parser.destroy(error));
  csv.pipe(parser);
  try {
    for await (const row of parser as AsyncIterable<Row & { line: number }>)
      if (!isBlank(row)) yield readLine(row, row.line);
    if (!headed) throw refusedFile(shape.missing([]) ?? 'The file is empty.');
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(error, end + 1 + Number(error.empty_lines) - blank);
    throw error;
  } finally {
    csv.destroy();
  }
}
