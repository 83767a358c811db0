import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type CsvLine, type CsvShape, readCsv } from '../lib/csv.ts';

export interface ImportLine {
  /** Line of the file, the header being 1. */
  line: number;
  status: 'added' | 'exists' | 'refused';
  /** What the line is about. */
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

/** A line that keeps the rules, or why it does not. */
export type CheckedLine<Row> = { name: string } & ({ row: Row } | { message: string });

export interface CsvImport<Row> {
  shape: CsvShape;
  /** Holds the values of a line against the rules. */
  check: (record: Record<string, string>) => CheckedLine<Row>;
  /** Column that says what a line is about that cannot be read. */
  nameColumn: string;
  /** Rows with equal keys are one; the first of them counts. */
  keyOf: (row: Row) => string;
  /** Adds those that are not there yet, in this order, and answers their keys. */
  add: (em: EntityManager, rows: readonly Row[]) => Promise<string[]>;
}

const BATCH = 500;

type Numbered<Row> = { line: number } & CheckedLine<Row>;

function checkLine<Row>(csv: CsvImport<Row>, { line, record, error }: CsvLine): Numbered<Row> {
  const name = record[csv.nameColumn] ?? '';
  return { line, ...(error ? { name, message: error } : csv.check(record)) };
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

/**
 * Adds the rows of a CSV of any size that are not there yet. A line that breaks a rule is refused, and the others are
 * taken. All in one transaction; a dry run reports the same and leaves nothing behind.
 *
 * @param done runs in the transaction, once all lines are in
 * @throws DomainError invalid when the file has no usable header or is not CSV; nothing is added then.
 */
export async function importCsv<Row>(
  em: EntityManager,
  file: Readable,
  csv: CsvImport<Row>,
  dryRun: boolean,
  done: (report: ImportReport) => Promise<void> = async () => undefined,
): Promise<ImportReport> {
  await em.begin();
  try {
    const lines: ImportLine[] = [];
    let batch: Numbered<Row>[] = [];
    for await (const line of readCsv(file, csv.shape)) {
      batch.push(checkLine(csv, line));
      if (batch.length < BATCH) continue;
      lines.push(...(await addBatch(em, csv, batch)));
      batch = [];
    }
    lines.push(...(await addBatch(em, csv, batch)));
    const count = (status: ImportLine['status']) => lines.filter((line) => line.status === status).length;
    const report = { added: count('added'), exists: count('exists'), refused: count('refused'), lines };
    if (dryRun) {
      await em.rollback();
      return report;
    }
    await done(report);
    await em.commit();
    return report;
  } catch (error) {
    if (em.isInTransaction()) await em.rollback();
    throw error;
  }
}
