import { type RawBuilder, sql } from 'kysely';
import type { Comparison, FlagTerm, QueryNode, QueryValue } from '../../contract/query/ast.ts';
import { dayOf } from '../../contract/query/day.ts';
import { findField, flagOf, type ValueField } from '../../contract/query/fields.ts';
import { foldCase, isLike } from '../../contract/query/matching.ts';
import type { SaleQuery } from '../../contract/query/sale-query.ts';
import { NORMAL_FORM, splitShiny } from '../../contract/sale/forms.ts';

type Condition = RawBuilder<unknown>;

/** An advanced query on a day, in UTC: what `today` in it is. */
export interface DatedQuery extends SaleQuery {
  today: string;
}

/** The names of a kind, in lower case, as the sales are found by. */
export interface NameList {
  containing(text: string): string[];
  like(pattern: string): string[];
}

/** What a query is read with: its day, and the names when they are at hand. */
interface Reading {
  today: string;
  names: NameList | undefined;
}

/** More names than this are not sent to the database: it finds them as fast by the pattern that they are like. */
const SPELLED = 500;
/** Terms of one query that the names are searched for: each takes a moment of the server's one thread. */
const SEARCHED = 10;

/**
 * Sales under one of the names that are like a pattern. One is spelled alone, so that its sales can be read in the order
 * of an index.
 */
export function nameIsOneOf(names: readonly string[], like: Condition): Condition {
  const [first, ...others] = names;
  if (first === undefined) return sql`false`;
  if (names.length > SPELLED) return sql`lower(s.name) like ${like}`;
  return others.length ? sql`lower(s.name) = any(${names})` : sql`lower(s.name) = ${first}`;
}

/** A filter as its schema answers it, with a query that knows its day. */
export const dated = <Filter extends { query?: SaleQuery | undefined }>(
  { query, ...filter }: Filter,
  today: string,
): Omit<Filter, 'query'> & { query?: DatedQuery } => ({
  ...filter,
  ...(query && { query: { ...query, today } }),
});

/**
 * Sales whose name is like a lower-case pattern. Names are looked up in the small tables first, so that the large one
 * is read by an index (docs/performance.md "How reads stay fast"): a sale's name is in the catalogue, or it is a new item's.
 */
export const nameIsLike = (pattern: Condition): Condition => sql`lower(s.name) = any(array(
  select lower(name) from species where lower(name) like ${pattern}
  union select lower(name) from item where lower(name) like ${pattern}
  union select lower(name) from sale where kind = 'item' and item_id is null and lower(name) like ${pattern}))`;

/** The database makes the lower case itself, as it made that of its indexes. */
const lower = (value: QueryValue): Condition => sql`lower(${String(value)})`;

/** A pattern in which % alone is special. */
const pattern = (value: QueryValue): Condition => lower(String(value).replace(/[\\_]/g, '\\$&'));

const oneOf = (values: readonly Condition[]): Condition => sql`in (${sql.join(values)})`;
const either = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`;

/** Sales of the accounts whose name fulfils a condition. */
const submittedByAny = (condition: Condition): Condition =>
  sql`s.submitted_by = any(array(select user_id from account where lower(username) ${condition}))`;

/** One account is asked for alone, so that the planner reckons with the sales of one. */
const submittedBy = (names: readonly Condition[]): Condition =>
  names.length > 1
    ? submittedByAny(oneOf(names))
    : sql`s.submitted_by = (select user_id from account where lower(username) = ${names[0]})`;

/**
 * Sales of a form, `Shiny` in front of it taken off. That nearly all sales have the normal one is spelled out: the
 * others have an index of their own.
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
    ? sql`${column(field)} ${oneOf(fitting.map((choice) => sql`${choice}`))}`
    : sql`false`;
}

const column = (field: ValueField): Condition => sql.ref(`s.${findField(field)?.property ?? field}`);

/** Sales that have one of the values in a field. */
function has(field: ValueField, values: readonly QueryValue[], today: string): Condition {
  switch (field) {
    case 'pokemon':
    case 'item':
      return sql`lower(s.name) ${oneOf(values.map(lower))}`;
    case 'ability':
      return sql`lower(s.ability) ${oneOf(values.map(lower))}`;
    case 'form':
      return either(values.map(isForm));
    case 'submitted_by':
      return submittedBy(values.map(lower));
    case 'date':
      return sql`s.date_sold ${oneOf(values.map((day) => sql`${dayOf(String(day), today)}::date`))}`;
    default:
      return sql`${column(field)} ${oneOf(values.map((value) => sql`${value}`))}`;
  }
}

function isLikeIn(field: ValueField, value: string, names: NameList | undefined): Condition {
  switch (field) {
    case 'pokemon':
    case 'item':
      return names ? nameIsOneOf(names.like(value), pattern(value)) : nameIsLike(pattern(value));
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

/** Everything else, what is not known included. */
const anyBut = (condition: Condition): Condition => sql`(${condition}) is not true`;

function comparison({ field, op, value }: Comparison, { today, names }: Reading): Condition {
  switch (op) {
    case '=':
      return has(field, [value], today);
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

function flagCondition({ field, value }: FlagTerm): Condition {
  const { property, set } = flagOf(field);
  const flag = sql.ref(`s.${property}`);
  if (set === 'present') return value ? sql`${flag} is not null` : sql`${flag} is null`;
  return sql`${flag} = ${value}`;
}

function conditionOf(node: QueryNode, reading: Reading): Condition {
  switch (node.type) {
    case 'and':
      return sql`(${sql.join(
        node.terms.map((term) => conditionOf(term, reading)),
        sql` and `,
      )})`;
    case 'or':
      return either(node.terms.map((term) => conditionOf(term, reading)));
    case 'not':
      return anyBut(conditionOf(node.term, reading));
    case 'flag':
      return flagCondition(node);
    case 'in': {
      const found = has(node.field, node.values, reading.today);
      return node.negated ? anyBut(found) : found;
    }
    case 'compare':
      return comparison(node, reading);
  }
}

/** In how many terms of a query a part of a name is looked for. */
function namesSearched(node: QueryNode): number {
  switch (node.type) {
    case 'and':
    case 'or':
      return node.terms.reduce((sum, term) => sum + namesSearched(term), 0);
    case 'not':
      return namesSearched(node.term);
    case 'compare':
      return (node.field === 'item' || node.field === 'pokemon') && node.op.endsWith('LIKE') ? 1 : 0;
    default:
      return 0;
  }
}

/** The condition of one term of an easy filter, whose days are days of the calendar. */
export const termCondition = (term: QueryNode): Condition =>
  conditionOf(term, { today: '', names: undefined });

/**
 * The condition of an advanced query, on a sale table named `s`, of sales of the query's kind. Whatever somebody typed
 * is a bound parameter; operators and columns stand here.
 *
 * @param names without them, names are looked up by the database
 */
export function queryCondition({ ast, today }: DatedQuery, names?: NameList): Condition {
  const condition = conditionOf(ast, { today, names: namesSearched(ast) > SEARCHED ? undefined : names });
  // A parameter in any case: statements without one are prepared and kept, and strangers make any number of these.
  return sql`${condition} and ${true}::boolean`;
}
