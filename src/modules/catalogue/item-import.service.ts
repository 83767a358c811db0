import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { z } from 'zod';
import { imageHostError, zImageLink } from '../../contract/sale/image-links.ts';
import { zName } from '../../contract/shared/primitives.ts';
import { nameKey } from '../../contract/shared/text.ts';
import { describeIssues } from '../../contract/shared/validation.ts';
import { query } from '../../db/query.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { markNewItemsForFlags } from '../changes/flag-mark.entity.ts';
import { type CsvImport, type ImportReport, importCsv, optionalCell } from '../csv-import.ts';
import { Service } from '../service.ts';
import { IS_KNOWN, respellItems } from './item.queries.ts';

/** The direct link of a picture that pages may show. */
const picture = (hosts: readonly string[]) =>
  zImageLink('image_url').superRefine((link, context) => {
    const error = imageHostError(link, hosts);
    if (error !== null) context.addIssue(error);
  });

const lineSchema = (hosts: readonly string[]) =>
  z.object({
    name: zName('name'),
    category: optionalCell(zName('category')),
    image_url: optionalCell(picture(hosts)),
  });
type LineSchema = ReturnType<typeof lineSchema>;
type NewItem = z.infer<LineSchema>;

/**
 * Adds the items that are not known yet. If a name occurs twice, the first row is used. An item that nobody knows takes the
 * spelling of the row, and so do its sales: pending and deleted ones, and those that are approved at this moment.
 */
async function addItems(em: EntityManager, items: readonly NewItem[]): Promise<number> {
  const given = JSON.stringify(items.map((item, place) => ({ place, ...item })));
  // A row that the statement inserted has no earlier version, so its xmax is 0.
  const added = await query(em)<{ item_id: number; is_new: boolean }>`
    insert into item (name, category, image_url, source)
    select name, category, image_url, 'import' from (
      select distinct on (name_key(name)) * from jsonb_to_recordset(${given}::jsonb)
        as row (place int, name text, category text, image_url text) order by name_key(name), place) as first
    order by place
    on conflict (name_key(name)) do update set name = excluded.name, category = excluded.category,
      image_url = excluded.image_url, source = excluded.source where not ${IS_KNOWN}
    returning item_id, xmax = 0 as is_new`;
  const overwritten = added.filter(({ is_new }) => !is_new).map(({ item_id }) => item_id);
  if (overwritten.length > 0) await respellItems(em, sql`item.item_id = any(${overwritten})`);
  return added.length;
}

const itemsOf = (zLine: LineSchema): CsvImport<NewItem> => ({
  columns: ['name', 'category', 'image_url'],
  required: ['name'],
  nameColumn: 'name',
  // As approvals add new items (docs/locks.md).
  key: ({ name }) => nameKey(name),
  check: (record) => {
    const { data, error } = zLine.safeParse(record);
    return error ? { errors: describeIssues(error) } : { row: data };
  },
  add: addItems,
});

/** Imports items that exist only in this game from a file. */
export class ItemImportService extends Service<{ audit: AuditService }> {
  /**
   * Adds items from a CSV with the columns `name` and, optionally, `category` and `image_url`. Names follow the rules of
   * the contract, links to pictures those of `SpriteImportService`; known names, however they are written, are not
   * changed. See `importCsv` for transactions and dry runs.
   */
  run(csv: Readable, { dryRun }: { dryRun: boolean }): Promise<ImportReport> {
    const { em, audit, config } = this.deps;
    const items = itemsOf(lineSchema(config.imageHosts));
    return importCsv(em, csv, items, dryRun, async ({ added, exists, refused }) => {
      if (added === 0) return;
      await markNewItemsForFlags(em);
      await audit.record('items.imported', { detail: { added, exists, refused: refused.length } });
    });
  }
}
