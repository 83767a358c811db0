import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { z } from 'zod';
import { LIMITS } from '../../contract/limits.ts';
import { zName } from '../../contract/primitives.ts';
import { isHttpUrl } from '../../contract/urls.ts';
import { describeIssues } from '../../contract/validation.ts';
import { DomainError } from '../../lib/errors.ts';

export interface ItemImportLine {
  /** Line of the file, the header being 1. */
  line: number;
  status: 'added' | 'exists' | 'refused';
  name: string;
  /** Why the line was refused. */
  message?: string;
}

export interface ItemImportReport {
  added: number;
  exists: number;
  refused: number;
  lines: ItemImportLine[];
}

const COLUMNS = ['name', 'category', 'image_url'];
const BATCH = 500;
/** Characters of one line; far above what its values may have, so that an unclosed quote is noticed. */
const MAX_LINE = 16_384;

const blankAsAbsent = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;

const zLine = z.object({
  name: zName('name'),
  category: z.preprocess(blankAsAbsent, zName('category').optional()),
  image_url: z.preprocess(
    blankAsAbsent,
    z
      .string()
      .trim()
      .max(LIMITS.proofUrl.max, { error: `image_url can be at most ${LIMITS.proofUrl.max} characters long` })
      .refine(isHttpUrl, { error: 'image_url must be a web address that starts with http:// or https://' })
      .optional(),
  ),
});
type NewItem = z.infer<typeof zLine>;

type Checked = { line: number; name: string } & ({ item: NewItem } | { message: string });

const NO_NAME_COLUMN = "The first line must name a column 'name'.";
const refusedFile = (message: string) => new DomainError('invalid', 'BAD_FILE', message);

function checkHeader(header: string[]): string[] {
  const columns = header.map((column) => column.trim().toLowerCase());
  const unknown = columns.find((column) => !COLUMNS.includes(column));
  if (unknown !== undefined)
    throw refusedFile(`Unknown column '${unknown}'; the columns are ${COLUMNS.join(', ')}.`);
  if (new Set(columns).size < columns.length) throw refusedFile('The first line names a column twice.');
  if (!columns.includes('name')) throw refusedFile(NO_NAME_COLUMN);
  return columns;
}

function checkLine({ record, info }: { record: Record<string, string>; info: InfoRecord }): Checked {
  const at = { line: info.lines, name: record.name ?? '' };
  if (info.error) return { ...at, message: 'The line does not have as many values as the header.' };
  const parsed = zLine.safeParse(record);
  if (parsed.success) return { line: info.lines, name: parsed.data.name, item: parsed.data };
  const message = describeIssues(parsed.error).map((fault) => fault.message);
  return { ...at, message: message.join(', ') };
}

async function* readLines(csv: Readable): AsyncGenerator<Checked> {
  let headed = false;
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      headed = true;
      return checkHeader(header);
    },
    info: true,
    max_record_size: MAX_LINE,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  csv.once('error', (error) => parser.destroy(error));
  csv.pipe(parser);
  try {
    for await (const row of parser) yield checkLine(row);
    if (!headed) throw refusedFile(NO_NAME_COLUMN);
  } catch (error) {
    if (error instanceof CsvError) throw refusedFile(`Line ${error.lines} is not readable as CSV.`);
    throw error;
  } finally {
    csv.destroy();
  }
}

/** Adds the new ones of a batch; of one name twice, the first. */
async function addBatch(em: EntityManager, batch: readonly Checked[]): Promise<ItemImportLine[]> {
  const items = batch.flatMap((checked) =>
    'item' in checked ? [{ line: checked.line, ...checked.item }] : [],
  );
  const rows = await em.execute<{ name: string }[]>(
    `insert into item (name, category, image_url, source)
     select name, category, image_url, 'import' from jsonb_to_recordset(?::jsonb)
       as row (line int, name text, category text, image_url text) order by line
     on conflict (lower(name)) do nothing returning name`,
    [JSON.stringify(items)],
  );
  const added = new Set(rows.map((row) => row.name));
  return batch.map((checked) => {
    const { line, name } = checked;
    if ('message' in checked) return { line, name, status: 'refused', message: checked.message };
    return { line, name, status: added.delete(name) ? 'added' : 'exists' };
  });
}

/**
 * Adds items that only this game has from a CSV with the columns `name` and, optionally, `category` and
 * `image_url`. Names obey the rules of the contract; a line that breaks one is refused, and the others are
 * taken. Names that exist, whatever their case, stay as they are. All in one transaction; a dry run reports the
 * same and leaves nothing behind.
 *
 * @throws DomainError invalid when the file has no usable header or is not CSV; nothing is added then.
 */
export async function importItems(
  em: EntityManager,
  csv: Readable,
  { dryRun }: { dryRun: boolean },
): Promise<ItemImportReport> {
  const tx = em.fork();
  await tx.begin();
  try {
    const lines: ItemImportLine[] = [];
    let batch: Checked[] = [];
    for await (const checked of readLines(csv)) {
      batch.push(checked);
      if (batch.length < BATCH) continue;
      lines.push(...(await addBatch(tx, batch)));
      batch = [];
    }
    lines.push(...(await addBatch(tx, batch)));
    if (dryRun) await tx.rollback();
    else await tx.commit();
    const count = (status: ItemImportLine['status']) => lines.filter((line) => line.status === status).length;
    return { added: count('added'), exists: count('exists'), refused: count('refused'), lines };
  } catch (error) {
    if (tx.isInTransaction()) await tx.rollback();
    throw error;
  }
}
