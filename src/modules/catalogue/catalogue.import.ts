import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { LIMITS } from '../../contract/limits.ts';
import { zName } from '../../contract/primitives.ts';
import { isHttpUrl } from '../../contract/urls.ts';
import { describeIssues } from '../../contract/validation.ts';
import { type CsvLine, type CsvShape, readCsv } from '../../lib/csv.ts';

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

const BATCH = 500;

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

const SHAPE: CsvShape = {
  columns: ['name', 'category', 'image_url'],
  missing: (columns) => (columns.includes('name') ? null : "The first line must name a column 'name'."),
};

function checkLine({ line, record, fault }: CsvLine): Checked {
  if (fault) return { line, name: record.name ?? '', message: fault };
  const parsed = zLine.safeParse(record);
  if (parsed.success) return { line, name: parsed.data.name, item: parsed.data };
  const message = describeIssues(parsed.error).map((issue) => issue.message);
  return { line, name: record.name ?? '', message: message.join(', ') };
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
    for await (const line of readCsv(csv, SHAPE)) {
      batch.push(checkLine(line));
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
