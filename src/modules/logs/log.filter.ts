import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { zLogList } from '../../contract/admin/logs.ts';
import { daysBefore } from '../../contract/shared/dates.ts';
import { momentOf } from '../../contract/shared/moments.ts';
import type { Condition } from '../../db/query.ts';

/** The filter of log lines on the screen, in the export and on the command line. */
export interface LogFilter
  extends Partial<Omit<z.output<typeof zLogList>, 'hideOwnReads' | 'limit' | 'before'>> {
  /** Leaves out this account's successful queries and subscriptions. */
  hideReadsOf?: string | null | undefined;
}

/** A bound may be a day or a moment. A day includes everything until the next day begins. */
const from = (text: string): Condition => sql`at >= ${momentOf(text) ?? new Date(text)}`;

function until(text: string): Condition {
  const moment = momentOf(text);
  return moment ? sql`at <= ${moment}` : sql`at < ${new Date(daysBefore(text, -1))}`;
}

const contains = (column: RawBuilder<unknown>, text: string): Condition =>
  sql`strpos(lower(${column}), lower(${text})) > 0`;

/** Who acted, or the account or thing that the action concerned. */
const concerns = (name: string): Condition =>
  sql`(${contains(sql`username`, name)} or ${contains(sql`metadata->>'target'`, name)})`;

const isReadOf = (username: string): Condition =>
  sql`(category = 'api' and username = ${username} and metadata->>'type' in ('query', 'subscription') and metadata->>'status' = 'ok')`;

/** Whether the first bound is after the last, so that no line can match. */
export function isReversed({ startDate, endDate }: LogFilter): boolean {
  if (!startDate || !endDate) return false;
  const start = momentOf(startDate) ?? new Date(startDate);
  const end = momentOf(endDate);
  return end ? start > end : start >= new Date(daysBefore(endDate, -1));
}

export function logConditions(filter: LogFilter): Condition[] {
  const { category, level, startDate, endDate, search, user, hideReadsOf } = filter;
  return [
    ...(category && category !== 'all' ? [sql`category = ${category}`] : []),
    ...(level && level !== 'all' ? [sql`level = ${level}`] : []),
    ...(startDate ? [from(startDate)] : []),
    ...(endDate ? [until(endDate)] : []),
    ...(search ? [sql`(${contains(sql`message`, search)} or ${contains(sql`metadata::text`, search)})`] : []),
    ...(user ? [concerns(user)] : []),
    ...(hideReadsOf ? [sql`${isReadOf(hideReadsOf)} is not true`] : []),
  ];
}
