import type { z } from 'zod';
import { daysBefore } from '../dates.ts';
import { ivColumn, STATS } from '../ivs.ts';
import type { SaleKind } from '../kinds.ts';
import { type MarketFilter, zMarketFilter } from '../sale-filter.ts';
import type { Comparison, QueryNode } from './ast.ts';
import { dayOf } from './day.ts';
import type { ComparisonOperator, ValueField } from './fields.ts';
import { printQuery } from './printer.ts';

type Filter = z.output<typeof zMarketFilter>;
type PokemonFilter = Extract<Filter, { kind: 'pokemon' }>;

const compare = (
  field: ValueField,
  op: ComparisonOperator,
  value: string | number | undefined,
): QueryNode[] => (value === undefined || value === '' ? [] : [{ type: 'compare', field, op, value }]);

const between = (
  field: ValueField,
  min: string | number | undefined,
  max: string | number | undefined,
): QueryNode[] =>
  min === max ? compare(field, '=', min) : [...compare(field, '>=', min), ...compare(field, '<=', max)];

/** A filter's name as a term; null for a part of a name that has a %, which LIKE would read as any text. */
function nameTerm({ kind, name, exact }: Filter): QueryNode[] | null {
  if (!name || exact) return compare(kind, '=', name);
  return name.includes('%') ? null : compare(kind, 'LIKE', `%${name}%`);
}

const traitTerms = (filter: PokemonFilter): QueryNode[] => [
  ...compare('nature', '=', filter.nature),
  ...compare('ability', '=', filter.ability),
  ...compare('form', '=', filter.form),
  ...compare('hidden_power', '=', filter.hidden_power),
  ...STATS.map(ivColumn).flatMap((column) =>
    between(column, filter[`min_${column}`], filter[`max_${column}`]),
  ),
  ...(filter.is_shiny === undefined
    ? []
    : [{ type: 'flag', field: 'shiny', value: filter.is_shiny } as const]),
  ...compare('perfect_ivs', '>=', filter.min_perfect_ivs),
];

/**
 * Easy filters as the text of a query that lets the same sales through, its own query included; empty for none. Null
 * for what a query cannot say: a part of a name that has a %.
 */
export function queryOf(filters: MarketFilter): string | null {
  const parsed = zMarketFilter.safeParse(filters);
  const name = parsed.success ? nameTerm(parsed.data) : null;
  if (!parsed.success || !name) return null;
  const filter = parsed.data;
  const terms = [
    ...name,
    ...between('price', filter.min_price, filter.max_price),
    ...between('date', filter.date_from, filter.date_to),
    ...(filter.kind === 'pokemon' ? traitTerms(filter) : []),
    ...(filter.query ? [filter.query.ast] : []),
  ];
  return printQuery({ type: 'and', terms });
}

type Draft = Record<string, string | number | boolean>;

/** Sets a filter that no other term has set to something else. */
function set(draft: Draft, key: string, value: string | number | boolean): boolean {
  if (draft[key] !== undefined && draft[key] !== value) return false;
  draft[key] = value;
  return true;
}

/** Narrows one end of a range. */
function bound(draft: Draft, key: string, value: string | number, isMin: boolean): boolean {
  const now = draft[key] as string | number | undefined;
  if (now === undefined || (isMin ? value > now : value < now)) draft[key] = value;
  return true;
}

const RANGES: Partial<Record<ValueField, readonly [min: string, max: string]>> = {
  price: ['min_price', 'max_price'],
  date: ['date_from', 'date_to'],
  ...Object.fromEntries(STATS.map(ivColumn).map((column) => [column, [`min_${column}`, `max_${column}`]])),
};

/** The nearest value beyond an end that is left out. */
const beyond = (value: string | number, steps: 1 | -1): string | number =>
  typeof value === 'number' ? value + steps : daysBefore(value, -steps);

function addRange(draft: Draft, [min, max]: readonly [string, string], { op, value }: Comparison): boolean {
  switch (op) {
    case '=':
      return bound(draft, min, value, true) && bound(draft, max, value, false);
    case '>=':
      return bound(draft, min, value, true);
    case '>':
      return bound(draft, min, beyond(value, 1), true);
    case '<=':
      return bound(draft, max, value, false);
    case '<':
      return bound(draft, max, beyond(value, -1), false);
    default:
      return false;
  }
}

function addPerfectIvs(draft: Draft, { op, value }: Comparison): boolean {
  const least = op === '>' ? Number(value) + 1 : Number(value);
  const fits = op === '>=' || op === '>' || (op === '=' && value === STATS.length);
  return fits && bound(draft, 'min_perfect_ivs', least, true);
}

function addName(draft: Draft, op: ComparisonOperator, value: string): boolean {
  const part = /^%([^%\s]|[^%\s][^%]*[^%\s])%$/.exec(value)?.[1];
  if (op === 'LIKE' && part !== undefined) return draft.name === undefined && set(draft, 'name', part);
  const whole = op === '=' || (op === 'LIKE' && !value.includes('%'));
  return whole && draft.name === undefined && set(draft, 'name', value) && set(draft, 'exact', true);
}

function addComparison(draft: Draft, term: Comparison, today: string): boolean {
  const { field, op, value } = term;
  const range = RANGES[field];
  if (range)
    return addRange(draft, range, field === 'date' ? { ...term, value: dayOf(String(value), today) } : term);
  switch (field) {
    case 'perfect_ivs':
      return addPerfectIvs(draft, term);
    case 'pokemon':
    case 'item':
      return addName(draft, op, String(value));
    case 'nature':
    case 'ability':
    case 'form':
    case 'hidden_power':
      return op === '=' && set(draft, field, value);
    default:
      return false;
  }
}

function addTerm(draft: Draft, node: QueryNode, today: string): boolean {
  switch (node.type) {
    case 'and':
      return node.terms.every((term) => addTerm(draft, term, today));
    case 'flag':
      return set(draft, 'is_shiny', node.value);
    case 'not':
      return node.term.type === 'flag' && set(draft, 'is_shiny', !node.term.value);
    case 'compare':
      return addComparison(draft, node, today);
    default:
      return false;
  }
}

/**
 * The easy filters that let the same sales through as a query; null when there are none that do, as for OR.
 *
 * @param today in UTC: easy filters know days of the calendar alone
 */
export function filtersOf(node: QueryNode, kind: SaleKind, today: string): MarketFilter | null {
  const draft: Draft = {};
  if (!addTerm(draft, node, today)) return null;
  const filters = { kind, ...draft } as MarketFilter;
  return zMarketFilter.safeParse(filters).success ? filters : null;
}
