import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import {
  LOG_CATEGORIES,
  type LogCategory,
  type LogCounts,
  type LogEntry,
} from '../../contract/admin/logs.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { recordOf } from '../../contract/shared/record.ts';
import { databaseProblemOf } from '../../db/problems.ts';
import { query, values, where } from '../../db/query.ts';
import { invalidField, notFound } from '../../lib/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { countRows, inBatches } from '../paging.ts';
import { Service } from '../service.ts';
import { type LogFilter, logConditions } from './log.filter.ts';

/** Lines of a stream that are read at a time. */
const BATCH = 1_000;

const COLUMNS = sql`id, at as "timestamp", level, category, message, metadata, username as "user", ip`;

const tooSlow = () =>
  invalidField('startDate', 'This search takes too long. Please choose a shorter period.');

export class LogQueries extends Service<{ audit: AuditService }> {
  /**
   * Matching lines, the newest first.
   *
   * @param before the id of a line; only older lines are returned
   * @throws DomainError invalid when the search exceeds the time limit for searches.
   */
  async newest(filter: LogFilter, limit: number, before?: string): Promise<LogEntry[]> {
    const older = before === undefined ? [] : [sql`(at, id) < (${await this.#momentOf(before)}, ${before})`];
    const conditions = where([...logConditions(filter), ...older]);
    return this.#bounded(
      (em) => query(em)<LogEntry>`select ${COLUMNS} from log_entry ${conditions}
        order by at desc, id desc limit ${limit}`,
    );
  }

  /**
   * A line with the lines of all categories before and after it, the oldest first.
   *
   * @throws DomainError not_found when the line no longer exists.
   */
  async around(id: string): Promise<LogEntry[]> {
    const half = LIMITS.logs.context / 2;
    const rows = await query(
      this.deps.em,
    )<LogEntry>`with it as (select at, id from log_entry where id = ${id})
      (select ${COLUMNS} from log_entry where (at, id) <= (select at, id from it) order by at desc, id desc limit ${half + 1})
      union all
      (select ${COLUMNS} from log_entry where (at, id) > (select at, id from it) order by at, id limit ${half})
      order by "timestamp", id`;
    if (rows.length === 0) throw notFound('log line');
    return rows;
  }

  /**
   * The number of matching lines of each category, at most `LIMITS.logs.counted`.
   *
   * @throws DomainError invalid when counting exceeds the time limit for searches.
   */
  async counts(filter: Omit<LogFilter, 'category'>): Promise<LogCounts> {
    const conditions = where([sql`category = counted.name`, ...logConditions(filter)]);
    return this.#bounded(async (em) => {
      const rows = await query(em)<{ name: LogCategory; lines: number }>`select name,
          (select count(*)::int from (select from log_entry ${conditions} limit ${LIMITS.logs.counted}) as found) as lines
        from unnest(${sql.val([...LOG_CATEGORIES])}::text[]) as counted (name)`;
      return recordOf(
        rows,
        ({ name }) => name,
        ({ lines }) => lines,
      );
    });
  }

  count(filter: LogFilter): Promise<number> {
    return countRows(this.deps.em, sql`log_entry ${where(logConditions(filter))}`);
  }

  /** Streams the matching lines, the oldest first, in batches, for files of any size. @param since an earlier position */
  rows(filter: LogFilter, since?: { at: Date; id: string }): AsyncGenerator<LogEntry> {
    return inBatches<LogEntry>(BATCH, async (last) => {
      const position = last ? { at: new Date(last.timestamp), id: last.id } : since;
      const newer = position ? [sql`(at, id) > (${position.at}, ${position.id})`] : [];
      const conditions = where([...logConditions(filter), ...newer]);
      return query(this.deps.em)<LogEntry>`select ${COLUMNS} from log_entry ${conditions}
        order by at, id limit ${BATCH}`;
    });
  }

  /** `rows` for an export, which is recorded. */
  async *exported(filter: LogFilter): AsyncGenerator<LogEntry> {
    await this.deps.audit.record('logs.exported', { detail: { filter } });
    yield* this.rows(filter);
  }

  /** The time of a line. For a line that no longer exists, it is decoded from its id. */
  async #momentOf(id: string): Promise<Date> {
    const [at] = await values(this.deps.em)<string>`select at from log_entry where id = ${id}`;
    return new Date(at ?? Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
  }

  async #bounded<T>(read: (em: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.deps.em.transactional(async (em) => {
        await query(em)`select set_config('statement_timeout', ${String(LIMITS.logs.searchMs)}, true)`;
        return read(em);
      });
    } catch (error) {
      throw databaseProblemOf(error)?.code === 'DATABASE_SLOW' ? tooSlow() : error;
    }
  }
}
