import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { type FieldError, joinedMessages } from '../contract/shared/validation.ts';
import { type CsvLine, type CsvShape, readCsv } from '../lib/csv.ts';
import { batches } from './paging.ts';

/** A value that may be left empty. */
export const optionalCell = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (cell) => (typeof cell === 'string' && cell.trim() === '' ? undefined : cell),
    schema.optional(),
  );

interface ImportLine {
  /** Line number in the file; the header is line 1. */
  line: number;
  status: 'added' | 'exists' | 'refused';
  /** Name of the item or pokemon on the line. */
  name: string;
  /** Why the line was refused. */
  message?: string;
}

export interface ImportReport {
  added: number;
  exists: number;
  refused: number;
  lines: ImportLine[];
}

/** A valid line and the name to report, or why it is invalid. */
export type CheckedLine<Row> = { name: string; row: Row } | { errors: readonly FieldError[] };

export interface CsvImport<Row> {
  columns: readonly string[];
  required: readonly string[];
  /** Validates the values of a line. */
  check: (record: Record<string, string>) => CheckedLine<Row>;
  /** Column with the name to report for an invalid line. */
  nameColumn: string;
  /** Rows with equal keys are duplicates; only the first is added. */
  keyOf: (row: Row) => string;
  /** Adds the rows that do not exist yet, in this order, and returns the keys of the added ones. */
  add: (em: EntityManager, rows: readonly Row[]) => Promise<string[]>;
}

const BATCH = 500;

const shapeOf = ({ columns, required }: Pick<CsvImport<unknown>, 'columns' | 'required'>): CsvShape => ({
  columns,
  missing: (given) => {
    const missing = required.find((column) => !given.includes(column));
    return missing === undefined ? null : `The header must contain the column '${missing}'.`;
  },
});

type Numbered<Row> = { line: number; name: string } & ({ row: Row } | { message: string });

function checkLine<Row>(csv: CsvImport<Row>, { line, record, error }: CsvLine): Numbered<Row> {
  const name = record[csv.nameColumn] ?? '';
  if (error) return { line, name, message: error };
  const checked = csv.check(record);
  if ('row' in checked) return { line, ...checked };
  return { line, name, message: joinedMessages(checked.errors.map(({ message }) => message)) };
}

async function addBatch<Row>(
  em: EntityManager,
  { add, keyOf }: CsvImport<Row>,
  batch: readonly Numbered<Row>[],
): Promise<ImportLine[]> {
  const added = new Set(
    await add(
      em,
      batch.flatMap((checked) => ('row' in checked ? [checked.row] : [])),
    ),
  );
  return batch.map((checked) => {
    const { line, name } = checked;
    if ('message' in checked) return { line, name, status: 'refused', message: checked.message };
    return { line, name, status: added.delete(keyOf(checked.row)) ? 'added' : 'exists' };
  });
}

async function addLines<Row>(
  em: EntityManager,
  csv: CsvImport<Row>,
  checked: readonly Numbered<Row>[],
): Promise<ImportReport> {
  const lines: ImportLine[] = [];
  for (const batch of batches(checked, BATCH)) lines.push(...(await addBatch(em, csv, batch)));
  const count = (status: ImportLine['status']) => lines.filter((line) => line.status === status).length;
  return { added: count('added'), exists: count('exists'), refused: count('refused'), lines };
}

/** Rolls a dry run back. */
class DryRun extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super();
    this.report = report;
  }
}

/**
 * Adds the rows of a CSV that do not exist yet. Invalid lines are refused, the others are added.
 * Everything happens in one transaction; a dry run returns the same report and rolls back.
 *
 * @param done runs in the transaction, after all lines have been added
 * @throws DomainError invalid when the file has no usable header or is not CSV; nothing is added then.
 */
export async function importCsv<Row>(
  em: EntityManager,
  file: Readable,
  csv: CsvImport<Row>,
  dryRun: boolean,
  done: (report: ImportReport) => Promise<void>,
): Promise<ImportReport> {
  // Before the transaction, which the database would end when the file comes with long pauses.
  const checked = await Array.fromAsync(readCsv(file, shapeOf(csv)), (line) => checkLine(csv, line));
  try {
    return await em.transactional(async () => {
      const report = await addLines(em, csv, checked);
      if (dryRun) throw new DryRun(report);
      await done(report);
      return report;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.report;
    throw error;
  }
}
