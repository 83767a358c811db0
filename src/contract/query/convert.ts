import { flagChoices } from '../market/filter-fields.ts';
import { filterTerms } from '../market/filter-terms.ts';
import { type MarketFilter, zMarketFilter } from '../market/sale-filter.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { daysBefore } from '../shared/dates.ts';
import type { Comparison, QueryNode, QueryValue } from './ast.ts';
import { dayOf } from './day.ts';
import { type ComparisonOperator, findField, isName, type QueryField } from './fields.ts';
import type { ParsedFilter } from './matches-filter.ts';
import { printQuery } from './printer.ts';

/** The name filter as a term; null for a partial name with %, because LIKE treats % as a wildcard. */
function nameTerm(kind: SaleKind, name: string | undefined, exact: boolean | undefined): QueryNode[] | null {
  if (!name) return [];
  if (exact) return [{ type: 'compare', field: kind, op: '=', value: name }];
  return name.includes('%') ? null : [{ type: 'compare', field: kind, op: 'LIKE', value: `%${name}%` }];
}

/** Converts a filter to one equivalent query, with no terms without filters. Null as for `queryOf`. */
export function nodeOf({ kind, name, exact, query, ...values }: ParsedFilter): QueryNode | null {
  const nameTerms = nameTerm(kind, name, exact);
  return (
    nameTerms && { type: 'and', terms: [...nameTerms, ...filterTerms(values), ...(query ? [query.ast] : [])] }
  );
}

/**
 * Converts simple filters and their query to the text of one equivalent query; empty without filters. Null for a
 * partial name with %, which a query cannot express.
 */
export function queryOf(filters: MarketFilter): string | null {
  const { data } = zMarketFilter.safeParse(filters);
  const node = data ? nodeOf(data) : null;
  return node && printQuery(node);
}

type Draft = Record<string, QueryValue>;

/** Sets a filter; false when another term set it to a different value. */
function set(draft: Draft, key: string, value: QueryValue): boolean {
  if (draft[key] !== undefined && draft[key] !== value) return false;
  draft[key] = value;
  return true;
}

/** Narrows one end of a range. */
function bound(draft: Draft, key: string, value: QueryValue, isMin: boolean): boolean {
  const current = draft[key];
  if (current === undefined || (isMin ? value > current : value < current)) draft[key] = value;
  return true;
}

/** The next whole number or calendar day, or the one before. The day after the last one is in the year `+010000`. */
export const neighbour = (value: QueryValue, step: 1 | -1): QueryValue =>
  typeof value === 'number' ? value + step : daysBefore(String(value), -step);

/** Adds a term as the ends of a range; false when the filter lacks such an end. */
function addRange(draft: Draft, field: QueryField, { op, value }: Comparison): boolean {
  const { min = undefined, max = undefined } = field.filter && 'min' in field.filter ? field.filter : {};
  const least = (end: QueryValue) => min !== undefined && bound(draft, min, end, true);
  // No value exceeds the field's range, so this bound needs no filter.
  const most = (end: QueryValue) =>
    max === undefined ? end === field.range?.max : bound(draft, max, end, false);
  switch (op) {
    case '=':
      return most(value) && least(value);
    case '>=':
      return least(value);
    case '>': {
      const next = neighbour(value, 1);
      return next > value && least(next);
    }
    case '<=':
      return max !== undefined && most(value);
    case '<':
      return max !== undefined && most(neighbour(value, -1));
    default:
      return false;
  }
}

function addName(draft: Draft, op: ComparisonOperator, value: string): boolean {
  const part = /^%([^%\s]|[^%\s][^%]*[^%\s])%$/.exec(value)?.[1];
  if (op === 'LIKE' && part !== undefined) return draft.name === undefined && set(draft, 'name', part);
  const whole = op === '=' || (op === 'LIKE' && !value.includes('%'));
  return whole && draft.name === undefined && set(draft, 'name', value) && set(draft, 'exact', true);
}

function addComparison(draft: Draft, term: Comparison, today: string): boolean {
  const { field: name, op, value } = term;
  if (isName(name)) return addName(draft, op, String(value));
  const field = findField(name);
  if (!field?.filter) return false;
  if ('is' in field.filter) {
    const chosen = typeof value === 'boolean' ? flagChoices(field)[value ? 0 : 1] : value;
    return op === '=' && set(draft, field.filter.is, chosen);
  }
  return addRange(draft, field, name === 'date' ? { ...term, value: dayOf(String(value), today) } : term);
}

function addTerm(draft: Draft, node: QueryNode, today: string): boolean {
  switch (node.type) {
    case 'and':
      return node.terms.every((term) => addTerm(draft, term, today));
    case 'not': {
      const { term } = node;
      const isFlag = term.type === 'compare' && typeof term.value === 'boolean';
      return isFlag && addComparison(draft, { ...term, value: !term.value }, today);
    }
    case 'compare':
      return addComparison(draft, node, today);
    default:
      return false;
  }
}

/**
 * Converts a query to equivalent simple filters; null when there are none, as for OR.
 *
 * @param today in UTC; it resolves relative days, because simple filters only have calendar dates
 */
export function filtersOf(node: QueryNode, kind: SaleKind, today: string): MarketFilter | null {
  const draft: Draft = {};
  if (!addTerm(draft, node, today)) return null;
  const filters = { kind, ...draft } as MarketFilter;
  return zMarketFilter.safeParse(filters).success ? filters : null;
}
