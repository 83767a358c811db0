import { sql } from 'kysely';
import type { SaleQuery } from '../../contract/market/sale-filter.ts';
import type { Comparison, QueryNode, QueryValue } from '../../contract/query/ast.ts';
import { dayOf } from '../../contract/query/day.ts';
import { type FieldName, findField, isName } from '../../contract/query/fields.ts';
import { isLike, namePattern } from '../../contract/query/matching.ts';
import { NORMAL_FORM, splitShiny } from '../../contract/sale/forms.ts';
import { foldCase } from '../../contract/shared/text.ts';
import type { Condition } from '../../db/query.ts';

/** An advanced query with the day, in UTC, that `today` in it refers to. */
export interface DatedQuery extends Pick<SaleQuery, 'ast' | 'text'> {
  today: string;
}

/** Searches the names of a kind; returns their keys, as the indexes store them. */
export interface NameList {
  containing(text: string): string[];
  like(pattern: string): string[];
}

/** How a query searches for parts of names: in memory, in the tables of names, or in each sale. */
type NameSearch = NameList | 'tables' | 'sales';

/** The context in which a query is translated: its day, and how it searches names. */
interface QueryContext {
  today: string;
  names: NameSearch;
}

/**
 * Above this number of matching names, the pattern is sent to the database instead: planning for 3,000 names takes 12 ms,
 * twice for a list, and comparing the names of a million sales with a pattern 50.
 */
const MAX_NAMES = 2_000;
/**
 * The most terms of a query for which the names are searched, since each search blocks the event loop, or reads all names
 * from the database. With more terms, the name of each sale is compared with each pattern.
 */
const MAX_NAME_SEARCHES = 10;

/**
 * Sales with one of the names that match a pattern. A single name is compared with `=`, so that its sales can be read in
 * index order.
 */
export function nameIsOneOf(names: readonly string[], like: Condition): Condition {
  const [first, ...others] = names;
  if (first === undefined) return sql`false`;
  if (names.length > MAX_NAMES) return sql`s.name_key like ${like}`;
  return others.length ? sql`s.name_key = any(${names})` : sql`s.name_key = ${first}`;
}

/** Adds the day to the query of a parsed filter. */
export const dated = <Filter extends { query?: SaleQuery | undefined }>(
  { query, ...filter }: Filter,
  today: string,
): Omit<Filter, 'query'> & { query?: DatedQuery } => ({
  ...filter,
  ...(query && { query: { ...query, today } }),
});

/**
 * Sales whose name matches a pattern of keys. It searches the small name tables first, so that the sales are read by
 * an index (docs/staying-fast.md "How reads stay fast"). A sale's name is in the catalogue, or belongs to a new item.
 */
export const nameIsLike = (pattern: Condition): Condition => sql`s.name_key = any(array(
  select name_key(name) from species where name_key(name) like ${pattern}
  union select name_key(name) from item where name_key(name) like ${pattern}
  union select name_key from sale where kind = 'item' and item_id is null and name_key like ${pattern}))`;

/** Lower-cased by the database, so that it is consistent with the indexes. */
const lower = (value: QueryValue): Condition => sql`lower(${String(value)})`;

/** The key of a name, computed by the database, so that it is consistent with the indexes. */
const keyOf = (value: QueryValue): Condition => sql`name_key(${String(value)})`;

/** Escapes what LIKE treats as special, except %. */
const onlyPercent = (value: string): string => value.replace(/[\\_]/g, '\\$&');

/** A pattern in which only % is special. */
const pattern = (value: QueryValue): Condition => lower(onlyPercent(String(value)));

const inList = (values: readonly Condition[]): Condition => sql`in (${sql.join(values)})`;
const either = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`;

/** Sales of the accounts whose name matches a condition. */
const submittedByAny = (condition: Condition): Condition =>
  sql`s.submitted_by = any(array(select user_id from account where lower(username) ${condition}))`;

/** A single account is compared with `=`, so that the planner estimates the sales of one account. */
const submittedBy = (names: readonly Condition[]): Condition =>
  names.length > 1
    ? submittedByAny(inList(names))
    : sql`s.submitted_by = (select user_id from account where lower(username) = ${names[0]})`;

/**
 * Sales of a form, which may have the prefix `Shiny`. Nearly all sales have the normal form; the condition excludes it
 * explicitly for other forms, so that their partial index can be used.
 */
function isForm(value: QueryValue): Condition {
  const { form, shiny } = splitShiny(String(value));
  const named =
    foldCase(form) === foldCase(NORMAL_FORM)
      ? sql`s.form = ${sql.lit(NORMAL_FORM)}`
      : sql`(s.form <> ${sql.lit(NORMAL_FORM)} and lower(s.form) = ${lower(form)})`;
  return shiny ? sql`(${named} and s.is_shiny)` : named;
}

function formIsLike(value: string): Condition {
  if (!value.includes('%')) return isForm(value);
  const shinyName = sql`case s.form when ${NORMAL_FORM} then 'Shiny' else 'Shiny ' || s.form end`;
  return sql`(lower(s.form) like ${pattern(value)}
    or s.is_shiny and lower(${shinyName}) like ${pattern(value)})`;
}

function choiceIsLike(field: 'nature' | 'hidden_power', value: string): Condition {
  const all: readonly string[] = findField(field)?.values ?? [];
  const fitting = all.filter((choice) => isLike(choice, value));
  return fitting.length
    ? sql`${column(field)} ${inList(fitting.map((choice) => sql`${choice}`))}`
    : sql`false`;
}

const column = (field: FieldName): Condition => sql.ref(`s.${findField(field)?.property ?? field}`);

function has(field: FieldName, values: readonly QueryValue[], today: string): Condition {
  switch (field) {
    case 'pokemon':
    case 'item':
      return sql`s.name_key ${inList(values.map(keyOf))}`;
    case 'form':
      return either(values.map(isForm));
    case 'submitted_by':
      return submittedBy(values.map(lower));
    case 'date':
      return sql`s.date_sold ${inList(values.map((day) => sql`${dayOf(String(day), today)}::date`))}`;
    default:
      return findField(field)?.type === 'text'
        ? sql`lower(${column(field)}) ${inList(values.map(lower))}`
        : sql`${column(field)} ${inList(values.map((value) => sql`${value}`))}`;
  }
}

function nameLike(value: string, names: NameSearch): Condition {
  const keys = sql`${onlyPercent(namePattern(value))}`;
  if (names === 'tables') return nameIsLike(keys);
  return names === 'sales' ? sql`s.name_key like ${keys}` : nameIsOneOf(names.like(value), keys);
}

function isLikeIn(field: FieldName, value: string, names: NameSearch): Condition {
  switch (field) {
    case 'pokemon':
    case 'item':
      return nameLike(value, names);
    case 'form':
      return formIsLike(value);
    case 'submitted_by':
      return submittedByAny(sql`like ${pattern(value)}`);
    case 'nature':
    case 'hidden_power':
      return choiceIsLike(field, value);
    default:
      return sql`lower(${column(field)}) like ${pattern(value)}`;
  }
}

const SIGNS = { '>=': sql`>=`, '<=': sql`<=`, '>': sql`>`, '<': sql`<` };

/** The negation of a condition; also true for sales where the value is null. */
const anyBut = (condition: Condition): Condition => sql`(${condition}) is not true`;

function comparison({ field, op, value }: Comparison, { today, names }: QueryContext): Condition {
  switch (op) {
    case '=':
      return typeof value === 'boolean' ? flagCondition(field, value) : has(field, [value], today);
    case '!=':
      return anyBut(has(field, [value], today));
    case 'LIKE':
      return isLikeIn(field, String(value), names);
    case 'NOT LIKE':
      return anyBut(isLikeIn(field, String(value), names));
    default: {
      const end = field === 'date' ? sql`${dayOf(String(value), today)}::date` : sql`${value}`;
      return sql`${column(field)} ${SIGNS[op]} ${end}`;
    }
  }
}

function flagCondition(field: FieldName, value: boolean): Condition {
  const flag = column(field);
  if (findField(field)?.set !== 'present') return sql`${flag} = ${value}`;
  return value ? sql`${flag} is not null` : sql`${flag} is null`;
}

function conditionOf(node: QueryNode, context: QueryContext): Condition {
  switch (node.type) {
    case 'and':
      return sql`(${sql.join(
        node.terms.map((term) => conditionOf(term, context)),
        sql` and `,
      )})`;
    case 'or':
      return either(node.terms.map((term) => conditionOf(term, context)));
    case 'not':
      return anyBut(conditionOf(node.term, context));
    case 'in': {
      const found = has(node.field, node.values, context.today);
      return node.negated ? anyBut(found) : found;
    }
    case 'compare':
      return comparison(node, context);
  }
}

/** The number of terms of a query that search for a part of a name. */
function namesSearched(node: QueryNode): number {
  switch (node.type) {
    case 'and':
    case 'or':
      return node.terms.reduce((sum, term) => sum + namesSearched(term), 0);
    case 'not':
      return namesSearched(node.term);
    case 'compare':
      return isName(node.field) && node.op.endsWith('LIKE') ? 1 : 0;
    default:
      return 0;
  }
}

/** The condition of one term of a simple filter, whose dates are calendar days and never `today`. */
export const termCondition = (term: QueryNode): Condition =>
  conditionOf(term, { today: '', names: 'tables' });

/**
 * The condition of an advanced query on a sale table named `s`, restricted to the query's kind. All user input becomes
 * bound parameters; operators and columns come from this file.
 *
 * @param names undefined to let the database search the names
 */
export function queryCondition({ ast, today }: DatedQuery, names?: NameList): Condition {
  const condition = conditionOf(ast, {
    today,
    names: namesSearched(ast) > MAX_NAME_SEARCHES ? 'sales' : (names ?? 'tables'),
  });
  // Ensures at least one parameter: statements without parameters stay prepared, and clients can create any number of them.
  return sql`${condition} and ${true}::boolean`;
}
