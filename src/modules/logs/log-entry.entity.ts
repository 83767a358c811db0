import { defineEntity, p } from '@mikro-orm/core';
import { LOG_CATEGORIES } from '../../contract/admin/logs.ts';
import { index } from '../../db/tables/indexes.ts';

/** One log line, kept for `log_retention_days` (docs/monitoring.md "Logs"). Written in batches, not through the ORM. */
export const LogEntry = defineEntity({
  name: 'LogEntry',
  tableName: 'log_entry',
  indexes: [
    index('log_entry_category_index', '"log_entry" ("category", "at" desc, "id" desc)'),
    { name: 'log_entry_at_index', properties: ['at'] },
  ],
  properties: {
    /** UUID version 7, so ascending with time. The same id is used in the files and in the live log. */
    id: p.uuid().primary(),
    at: p.datetime(3),
    level: p.string().length(10),
    category: p.enum([...LOG_CATEGORIES]),
    message: p.text(),
    metadata: p.json().$type<Record<string, unknown>>(),
    username: p.string().length(120).nullable(),
    ip: p.string().length(64).nullable(),
  },
});
