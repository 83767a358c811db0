import { dayNumber, FIRST_DAY, isCalendarDate } from '../shared/dates.ts';
import type { Comparison, QueryNode } from './ast.ts';
import { type FieldName, findField } from './fields.ts';

const OPPOSITES = {
  '=': '!=',
  '!=': '=',
  LIKE: 'NOT LIKE',
  'NOT LIKE': 'LIKE',
  '>': '<=',
  '<=': '>',
  '<': '>=',
  '>=': '<',
} as const;
const ORDERS: readonly string[] = ['>', '>=', '<', '<='];

/** The opposite of a comparison; null without one: a value that may be missing fails both `>` and `<=`. */
export function oppositeOf(term: Comparison): Comparison | null {
  if (typeof term.value === 'boolean') return { ...term, value: !term.value };
  const hasNone = ORDERS.includes(term.op) && findField(term.field)?.optional;
  return hasNone ? null : { ...term, op: OPPOSITES[term.op] };
}

/** The number that a value is compared as; NaN for a text, and for a day relative to today. */
function numberOf({ field, value }: Comparison): number {
  if (typeof value !== 'string') return Number(value);
  return field === 'date' && isCalendarDate(value) ? dayNumber(value) : Number.NaN;
}

/** Whether no number of a field, in the range that sales can have, meets all comparisons with numbers. */
function leavesNoNumber(name: FieldName, terms: readonly Comparison[]): boolean {
  const field = findField(name);
  const first = name === 'date' ? dayNumber(FIRST_DAY) : Number.NEGATIVE_INFINITY;
  let least = field?.least ?? field?.range?.min ?? first;
  let most = field?.range?.max ?? Number.POSITIVE_INFINITY;
  for (const term of terms) {
    const number = numberOf(term);
    if (term.field !== name || Number.isNaN(number)) continue;
    if (['=', '>=', '>'].includes(term.op)) least = Math.max(least, number + Number(term.op === '>'));
    if (['=', '<=', '<'].includes(term.op)) most = Math.min(most, number - Number(term.op === '<'));
  }
  return least > most;
}

const textOf = ({ field, op, value }: Comparison): string => JSON.stringify([field, op, value]);

/** Whether no sale meets all of some comparisons: two are opposites, or the bounds of a field exclude each other. */
function contradict(terms: readonly Comparison[]): boolean {
  const texts = new Set(terms.map(textOf));
  const isUnmet = (term: Comparison) => {
    const opposite = oppositeOf(term);
    const isNothing = term.op === 'NOT LIKE' && term.value === '%' && !findField(term.field)?.optional;
    return isNothing || (opposite !== null && texts.has(textOf(opposite)));
  };
  const fields = new Set(terms.map(({ field }) => field));
  return terms.some(isUnmet) || [...fields].some((field) => leavesNoNumber(field, terms));
}

const comparisonsIn = (terms: readonly QueryNode[]): Comparison[] =>
  terms.filter((term) => term.type === 'compare');

/**
 * Whether a query obviously matches no sale: only comparisons that the same AND joins are examined together. For queries
 * in canonical form.
 */
export function matchesNothing(node: QueryNode): boolean {
  switch (node.type) {
    case 'and':
      return node.terms.some(matchesNothing) || contradict(comparisonsIn(node.terms));
    case 'or':
      return node.terms.every(matchesNothing);
    default:
      return contradict(comparisonsIn([node]));
  }
}

/** Whether a query can leave out sales of its kind. An OR obviously cannot when the opposites of its terms contradict. */
export function restricts(node: QueryNode): boolean {
  switch (node.type) {
    case 'and':
      return node.terms.some(restricts);
    case 'or': {
      const opposites = comparisonsIn(node.terms).flatMap((term) => oppositeOf(term) ?? []);
      return node.terms.every(restricts) && !contradict(opposites);
    }
    case 'compare': {
      const opposite = oppositeOf(node);
      return !opposite || !contradict([opposite]);
    }
    default:
      return true;
  }
}
