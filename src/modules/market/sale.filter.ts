import { type RawBuilder, sql } from 'kysely';
import { hasRole, type Viewer } from '../../contract/accounts/roles.ts';
import type { FilterValues } from '../../contract/market/filter-fields.ts';
import { filterTerms } from '../../contract/market/filter-terms.ts';
import { marketFilter, type SaleSelection } from '../../contract/market/market-search-params.ts';
import { zMarketFilter } from '../../contract/market/sale-filter.ts';
import { restricts } from '../../contract/query/restricts.ts';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { SaleStatus } from '../../contract/sale/statuses.ts';
import { daysBefore, todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { foldCase, nameKey } from '../../contract/shared/text.ts';
import { type Condition, likeText, where } from '../../db/query.ts';
import type { Clock } from '../../lib/clock.ts';
import type { NameIndex } from '../name-search/name-index.ts';
import {
  type DatedQuery,
  dated,
  type NameList,
  nameIsLike,
  nameIsOneOf,
  queryCondition,
  termCondition,
} from './sale-query.filter.ts';

/** The filter of lists, counts and charts, for both kinds. */
export interface SaleFilter extends FilterValues {
  kind?: SaleKind | undefined;
  name?: string | undefined;
  /** Whether `name` is the whole name instead of a part of it. */
  exact?: boolean | undefined;
  status?: SaleStatus | undefined;
  submitter?: string | undefined;
  /** The advanced query, restricted to sales of its own kind. */
  query?: DatedQuery | undefined;
  /** The names of the kind, see `withNames`. */
  names?: NameList | undefined;
}

/** A parsed filter in its current meaning: its query knows the day, and its whole names are the current ones. */
export async function filterNow<Filter extends Parameters<NameIndex['current']>[0]>(
  { names, clock }: { names: Pick<NameIndex, 'current'>; clock: Clock },
  filter: Filter,
) {
  return dated(await names.current(filter), todayUtc(clock.now()));
}

/** The filter of some sales in its current meaning. @throws ZodError when their query is invalid */
export const filterOf = (market: Parameters<typeof filterNow>[0], sales: SaleSelection) =>
  filterNow(market, zMarketFilter.parse(marketFilter(sales)));

/**
 * Adds the names of its kind to a filter that searches for a part of a name. The planner then sees the matching names and
 * can estimate their sales (docs/staying-fast.md "How reads stay fast"). Only for public sales: names of sales that were
 * never approved may be missing.
 */
export async function withNames<Filter extends SaleFilter>(
  { names }: { names: Pick<NameIndex, 'of'> },
  filter: Filter,
): Promise<Filter> {
  const searchesNames = (filter.name && !filter.exact) || filter.query;
  return searchesNames && filter.kind ? { ...filter, names: await names.of(filter.kind) } : filter;
}

function nameContains(text: string, names?: NameList): Condition {
  const pattern = sql`${`%${likeText(nameKey(text))}%`}`;
  return names ? nameIsOneOf(names.containing(text), pattern) : nameIsLike(pattern);
}

function nameCondition({ name, exact, names }: SaleFilter): Condition[] {
  if (!name) return [];
  return [exact ? sql`s.name_key = name_key(${name})` : nameContains(name, names)];
}

/** Minimum IVs of 31 imply a minimum number of perfect IVs, which is an indexed column. */
function perfectCondition(filter: SaleFilter): Condition[] {
  const perfect = STATS.filter((stat) => filter[`min_${ivColumn(stat)}`] === LIMITS.iv.max).length;
  return perfect > (filter.min_perfect_ivs ?? 0) ? [sql`s.perfect_ivs >= ${perfect}`] : [];
}

/** Whether a value of a filter restricts it. */
export const isSet = <T>(value: T | undefined): value is T => value !== undefined && value !== '';

const given = <T>(value: T | undefined, condition: (value: T) => Condition): Condition[] =>
  isSet(value) ? [condition(value)] : [];

/** The accounts whose names contain a text; of `=ash`, only the account `ash`. */
export const accountsNamed = (text: string): Condition =>
  text.startsWith('=')
    ? sql`(select user_id from account where lower(username) = ${foldCase(text.slice(1))})`
    : sql`(select user_id from account where lower(username) like ${`%${likeText(text)}%`})`;

/** The conditions of a filter, on a sale table named `s`. Fields of one kind are only for sales of that kind. */
export function filterConditions(filter: SaleFilter): Condition[] {
  return [
    // Literals, so that the planner can match the partial indexes.
    ...given(filter.kind, (kind) => sql`s.kind = ${sql.lit(kind)}`),
    ...given(filter.status, (status) => sql`s.status = ${sql.lit(status)}`),
    ...nameCondition(filter),
    ...given(filter.submitter, (name) => sql`s.submitted_by in ${accountsNamed(name)}`),
    // Controls send whole ranges: their conditions would cost for nothing.
    ...filterTerms(filter).filter(restricts).map(termCondition),
    ...perfectCondition(filter),
    ...given(filter.query, (query) => queryCondition(query, filter.names)),
  ];
}

/** The filter of the data editor's list. */
interface AdminSaleFilter {
  kind: SaleKind;
  /** Part of the sale's or the submitter's name, or the sale's number; with `#`, only the number. */
  search?: string | undefined;
  status?: SaleStatus | undefined;
  /** Deleted sales instead of the others. */
  deleted?: boolean | undefined;
}

/**
 * Sales with the number, and those whose name or submitter contains the text. Each is searched by its own index: for a
 * single OR condition, the planner would scan the newest sales until it has a page, which may mean all of them.
 */
function searchCondition(search: string, others: readonly Condition[]): Condition {
  const [, sign, digits] = /^(#?)(\d{1,9})$/.exec(search) ?? [];
  if (sign) return sql`s.sale_id = ${Number(digits)}`;
  const found = [nameContains(search), sql`s.submitted_by = any(array(${accountsNamed(search)}))`].map(
    (condition) => sql`select s.sale_id from sale s ${where([...others, condition])}`,
  );
  if (digits) found.push(sql`select ${Number(digits)}::int`);
  return sql`s.sale_id = any(array(${sql.join(found, sql` union all `)}))`;
}

/** The conditions of the data editor's list, on a sale table named `s`; for admins only. */
export function adminConditions({ kind, search, status, deleted }: AdminSaleFilter): Condition[] {
  const all = [
    deleted ? sql`s.deleted_at is not null` : sql`s.deleted_at is null`,
    ...filterConditions({ kind, status }),
  ];
  return search ? [...all, searchCondition(search, all)] : all;
}

/** The sales that a viewer may see in lists, deleted or not (docs/api.md "Who sees what"). */
export function openTo(viewer: Viewer): Condition[] {
  if (hasRole(viewer, 'admin')) return [];
  if (viewer && hasRole(viewer, 'checker'))
    return [sql`not (s.status = 'pending' and s.submitted_by is not distinct from ${viewer.user_id})`];
  return [sql`s.status = 'approved'`];
}

/** The sales that a viewer may see in lists, without deleted ones. */
export const visibleTo = (viewer: Viewer): Condition[] => [sql`s.deleted_at is null`, ...openTo(viewer)];

/** The window of a price history: the last `days` days up to today. */
export const inLastDays = (days: number, today: string): Condition =>
  sql`s.date_sold >= ${daysBefore(today, days)}::date`;

/** The conditions for the public sales that match a filter. */
export const publicConditions = (filter: SaleFilter): Condition[] => [
  ...visibleTo(null),
  ...filterConditions({ ...filter, status: undefined }),
];

/** The conditions for all public sales of a kind. */
export const UNFILTERED: Record<SaleKind, Condition[]> = {
  item: publicConditions({ kind: 'item' }),
  pokemon: publicConditions({ kind: 'pokemon' }),
};

/** The traits that make two pokemon of a name the same; level and held item may be missing in a resubmission. */
const DISTINGUISHING_TRAITS = ['form', 'nature', 'ability', 'is_shiny', ...STATS.map(ivColumn)];

/** The columns that distinguish sales of one name; null for items, so compare them with IS NOT DISTINCT FROM. */
export const traitColumns = (table: string): RawBuilder<unknown> =>
  sql.join(DISTINGUISHING_TRAITS.map((column) => sql.ref(`${table}.${column}`)));
