import { z } from 'zod';
import { LOG_CATEGORIES, type LogEntry, logFilters } from '../../contract/admin/logs.ts';
import { zOneOf } from '../../contract/shared/primitives.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Service } from '../service.ts';
import type { LogQueries } from './logs.queries.ts';

/** The filter of an export. Without a category, all categories are exported. */
export const zLogExport = z.strictObject({
  category: zOneOf('category', LOG_CATEGORIES).optional(),
  ...logFilters,
});
export type LogExportFilter = z.infer<typeof zLogExport>;

/** Reads log lines for an export file. */
export class LogExportService extends Service<{ logs: LogQueries; audit: AuditService }> {
  /** Streams the lines, the oldest first, in batches. Records an audit event. */
  async *rows(filter: LogExportFilter): AsyncGenerator<LogEntry> {
    await this.deps.audit.record({ action: 'logs.exported', detail: { filter } });
    yield* this.deps.logs.rows(filter);
  }
}
