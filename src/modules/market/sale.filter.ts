import { type RawBuilder, sql } from 'kysely';
import { hasRole, type Viewer } from '../../contract/accounts/roles.ts';
import { type FilterValues, filterTerms } from '../../contract/market/filter-fields.ts';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { SaleStatus } from '../../contract/sale/sale.ts';
import { daysBefore } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { likeText } from '../../db/like-text.ts';
import type { NameIndex } from '../name-search/name-index.ts';
import {
  type DatedQuery,
  type NameList,
  nameIsLike,
  nameIsOneOf,
  queryCondition,
  termCondition,
} from './sale-query.filter.ts';

/** What a list, a count and a chart can be narrowed by: one filter for both kinds and all three. */
export interface SaleFilter extends FilterValues {
  kind?: SaleKind | undefined;
  name?: string | undefined;
  /** The whole name, in place of a part of it. */
  exact?: boolean | undefined;
  status?: SaleStatus | undefined;
  submitter?: string | undefined;
  /** The advanced query; only on sales of one kind, its own. */
  query?: DatedQuery | undefined;
  /** The names of the kind, see `withNames`. */
  names?: NameList | undefined;
}

/**
 * The filter with the names of its kind when it looks for a part of one: the planner then sees which names they are,
 * and how many sales they have (docs/performance.md "How reads stay fast"). For public sales alone: names that nobody approved are not there.
 */
export async function withNames<Filter extends SaleFilter>(
  { names }: { names: Pick<NameIndex, 'of'> },
  filter: Filter,
): Promise<Filter> {
  const looks = (filter.name && !filter.exact) || filter.query;
  return looks && filter.kind ? { ...filter, names: await names.of(filter.kind) } : filter;
}

export type Condition = RawBuilder<unknown>;

/** Sales whose name contains the text. */
function nameContains(text: string, names?: NameList): Condition {
  const pattern = sql`${`%${likeText(text)}%`}`;
  return names ? nameIsOneOf(names.containing(text), pattern) : nameIsLike(pattern);
}

function nameCondition({ name, exact, names }: SaleFilter): Condition[] {
  if (!name) return [];
  return [exact ? sql`lower(s.name) = lower(${name})` : nameContains(name, names)];
}

/** IVs that have to be 31 also bound how many are perfect, which is a column of an index. */
function perfectCondition(filter: SaleFilter): Condition[] {
  const perfect = STATS.filter((stat) => filter[`min_${ivColumn(stat)}`] === LIMITS.iv.max).length;
  return perfect > (filter.min_perfect_ivs ?? 0) ? [sql`s.perfect_ivs >= ${perfect}`] : [];
}

const given = <T>(value: T | undefined, condition: (value: T) => Condition): Condition[] =>
  value === undefined || value === '' ? [] : [condition(value)];

/** The conditions of a filter, on a sale table named `s`. */
export function filterConditions(filter: SaleFilter): Condition[] {
  return [
    // Spelled out, so that the planner sees which partial index it may use.
    ...given(filter.kind, (kind) => sql`s.kind = ${sql.lit(kind)}`),
    ...given(filter.status, (status) => sql`s.status = ${sql.lit(status)}`),
    ...nameCondition(filter),
    ...given(filter.submitter, (name) => {
      const pattern = `%${likeText(name)}%`;
      return sql`s.submitted_by in (select user_id from account where lower(username) like ${pattern})`;
    }),
    ...filterTerms(filter).map(termCondition),
    ...perfectCondition(filter),
    ...given(filter.query, (query) => queryCondition(query, filter.names)),
  ];
}

/** What the data editor's list can be narrowed by. */
export interface AdminSaleFilter {
  kind: SaleKind;
  /** Part of the name or of the submitter's, or the sale's number; with `#` the number alone. */
  search?: string | undefined;
  status?: SaleStatus | undefined;
  /** Deleted sales in place of the others. */
  deleted?: boolean | undefined;
}

/**
 * Sales of the number, and those whose name or submitter contains the text. Each is looked up by its own index: of one
 * condition on all three the planner reads the newest sales until it has a page, which may be all of them.
 */
function searchCondition(search: string, within: readonly Condition[]): Condition {
  const [, sign, digits] = /^(#?)(\d{1,9})$/.exec(search) ?? [];
  if (sign) return sql`s.sale_id = ${Number(digits)}`;
  const submitters = sql`select user_id from account where lower(username) like ${`%${likeText(search)}%`}`;
  const found = [nameContains(search), sql`s.submitted_by = any(array(${submitters}))`].map(
    (condition) => sql`select s.sale_id from sale s ${where([...within, condition])}`,
  );
  if (digits) found.push(sql`select ${Number(digits)}::int`);
  return sql`s.sale_id = any(array(${sql.join(found, sql` union all `)}))`;
}

/** The conditions of the data editor's list, on a sale table named `s`; for admins alone. */
export function adminConditions({ kind, search, status, deleted }: AdminSaleFilter): Condition[] {
  const all = [
    deleted ? sql`s.deleted_at is not null` : sql`s.deleted_at is null`,
    ...filterConditions({ kind, status }),
  ];
  return search ? [...all, searchCondition(search, all)] : all;
}

/** The sales a viewer may meet, deleted or not (docs/api.md "Who sees what"). */
export function openTo(viewer: Viewer): Condition[] {
  if (hasRole(viewer, 'admin')) return [];
  if (viewer && hasRole(viewer, 'checker'))
    return [sql`not (s.status = 'pending' and s.submitted_by is not distinct from ${viewer.user_id})`];
  return [sql`s.status = 'approved'`];
}

/** The sales a viewer may meet in a list: deleted ones never. */
export const visibleTo = (viewer: Viewer): Condition[] => [sql`s.deleted_at is null`, ...openTo(viewer)];

export const where = (conditions: readonly Condition[]): Condition =>
  sql`where ${sql.join(conditions, sql` and `)}`;

/** The window of a price history: the last `days` days up to today. */
export const inLastDays = (days: number, today: string): Condition =>
  sql`s.date_sold >= ${daysBefore(today, days)}::date`;
