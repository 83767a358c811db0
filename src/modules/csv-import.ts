import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { type FieldError, joinedMessages } from '../contract/shared/validation.ts';
import { type CsvShape, readCsv } from '../lib/csv.ts';
import { batches } from './paging.ts';

/** A value that may be left empty. */
export const optionalCell = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (cell) => (typeof cell === 'string' && cell.trim() === '' ? undefined : cell),
    schema.optional(),
  );

interface RefusedLine {
  /** Line number in the file; the header is line 1. */
  line: number;
  /** Name of the item or pokemon on the line. */
  name: string;
  /** Why it was refused. */
  message: string;
}

export interface ImportReport {
  added: number;
  exists: number;
  refused: RefusedLine[];
}

/** The row of a valid line, or why it is invalid. */
export type CheckedLine<Row> = { row: Row } | { errors: readonly FieldError[] };

export interface CsvImport<Row> {
  columns: readonly string[];
  required: readonly string[];
  /** Validates the values of a line. */
  check: (record: Record<string, string>) => CheckedLine<Row>;
  /** Column with the name to report for an invalid line. */
  nameColumn: string;
  /** The order in which the rows are added, so that two transactions cannot deadlock; by default that of the file. */
  key?: (row: Row) => string;
  /** Adds the rows that do not exist yet, in this order; of equal rows the first. @returns their number */
  add: (em: EntityManager, rows: readonly Row[]) => Promise<number>;
}

const BATCH = 500;

const shapeOf = ({ columns, required }: Pick<CsvImport<unknown>, 'columns' | 'required'>): CsvShape => ({
  columns,
  missing: (given) => {
    const missing = required.find((column) => !given.includes(column));
    return missing === undefined ? null : `The header must contain the column '${missing}'.`;
  },
});

/** Reads the whole file. */
async function checkLines<Row>(file: Readable, csv: CsvImport<Row>) {
  const rows: Row[] = [];
  const refused: RefusedLine[] = [];
  for await (const { line, record, error } of readCsv(file, shapeOf(csv))) {
    const checked = error ? { errors: [{ field: '', message: error }] } : csv.check(record);
    if ('row' in checked) rows.push(checked.row);
    else {
      const message = joinedMessages(checked.errors.map((one) => one.message));
      refused.push({ line, name: record[csv.nameColumn] ?? '', message });
    }
  }
  return { rows, refused };
}

/** The rows by ascending key. Those with the same key stay in their order. */
function ordered<Row>(rows: readonly Row[], key: (row: Row) => string): Row[] {
  const byKey = Map.groupBy(rows, key);
  return [...byKey.keys()].toSorted().flatMap((one) => byKey.get(one) ?? []);
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
  const { rows, refused } = await checkLines(file, csv);
  const inOrder = csv.key ? ordered(rows, csv.key) : rows;
  try {
    return await em.transactional(async () => {
      let added = 0;
      for (const batch of batches(inOrder, BATCH)) added += await csv.add(em, batch);
      const report = { added, exists: rows.length - added, refused };
      if (dryRun) throw new DryRun(report);
      await done(report);
      return report;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.report;
    throw error;
  }
}
