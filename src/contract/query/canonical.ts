import { foldCase, nameKey } from '../shared/text.ts';
import type { Comparison, QueryNode, QueryValue } from './ast.ts';
import { neighbour } from './convert.ts';
import { type FieldName, isName } from './fields.ts';
import { namePattern } from './matching.ts';
import { printQuery } from './printer.ts';
import { oppositeOf, restricts } from './restricts.ts';

/** A text as it is compared: a name by its key, others in lower case. */
function comparedValue(field: FieldName, value: QueryValue, keyOf: (name: string) => string): QueryValue {
  if (typeof value !== 'string') return value;
  return isName(field) ? keyOf(value) : foldCase(value);
}

const EQUALITY = { LIKE: '=', 'NOT LIKE': '!=' } as const;

function canonicalComparison({ type, field, op, value }: Comparison): Comparison {
  if (op === 'LIKE' || op === 'NOT LIKE') {
    const pattern = comparedValue(field, value, namePattern);
    return { type, field, op: String(pattern).includes('%') ? op : EQUALITY[op], value: pattern };
  }
  if ((op === '>' || op === '<') && !String(value).startsWith('today'))
    return op === '>'
      ? { type, field, op: '>=', value: neighbour(value, 1) }
      : { type, field, op: '<=', value: neighbour(value, -1) };
  return { type, field, op, value: comparedValue(field, value, nameKey) };
}

/** The opposite of a query; null without one, as for `oppositeOf`. */
function oppositeQuery(node: QueryNode): QueryNode | null {
  switch (node.type) {
    case 'and':
    case 'or':
      return {
        type: node.type === 'and' ? 'or' : 'and',
        terms: node.terms.map((term) => ({ type: 'not', term })),
      };
    case 'not':
      return node.term;
    case 'in':
      return { ...node, negated: !node.negated };
    case 'compare':
      return oppositeOf(node);
  }
}

const NO_TERMS: QueryNode = { type: 'and', terms: [] };

/** Without repeated ones, in the order of their texts. */
const distinct = <T>(all: readonly T[], textOf: (one: T) => string): T[] => {
  const byText = new Map(all.map((one) => [textOf(one), one]));
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
};

/**
 * The same query for all ways to write it: without terms that exclude nothing and without repeated ones, in a fixed order,
 * with texts as they are compared, inclusive bounds, and lists and NOT expanded into terms. AND without terms if it
 * excludes nothing.
 */
export function canonical(node: QueryNode): QueryNode {
  if (!restricts(node)) return NO_TERMS;
  switch (node.type) {
    case 'and':
    case 'or': {
      const { type } = node;
      const all = node.terms.map(canonical).flatMap((term) => (term.type === type ? term.terms : [term]));
      if (!restricts({ type, terms: all })) return NO_TERMS;
      const terms = distinct(all.filter(restricts), printQuery);
      const [only] = terms;
      return only && terms.length === 1 ? only : { type, terms };
    }
    case 'not': {
      const opposite = oppositeQuery(node.term);
      return opposite ? canonical(opposite) : { type: 'not', term: canonical(node.term) };
    }
    case 'in': {
      const { field } = node;
      const [type, op] = node.negated ? (['and', '!='] as const) : (['or', '='] as const);
      const terms = node.values.map((value) => ({ type: 'compare', field, op, value }) as const);
      return canonical({ type, terms });
    }
    case 'compare':
      return canonicalComparison(node);
  }
}
