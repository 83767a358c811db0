import { foldCase, nameKey } from '../shared/text.ts';
import type { Comparison, QueryNode, QueryValue } from './ast.ts';
import type { ValueField } from './fields.ts';
import { namePattern } from './matching.ts';
import { printQuery } from './printer.ts';
import { restricts } from './restricts.ts';

/** A text as it is compared: a name by its key, others in lower case. */
function comparedValue(field: ValueField, value: QueryValue, keyOf: (name: string) => string): QueryValue {
  if (typeof value === 'number') return value;
  return field === 'pokemon' || field === 'item' ? keyOf(value) : foldCase(value);
}

const EQUALITY = { LIKE: '=', 'NOT LIKE': '!=' } as const;

function canonicalComparison({ type, field, op, value }: Comparison): Comparison {
  if (op !== 'LIKE' && op !== 'NOT LIKE')
    return { type, field, op, value: comparedValue(field, value, nameKey) };
  const pattern = comparedValue(field, value, namePattern);
  return { type, field, op: String(pattern).includes('%') ? op : EQUALITY[op], value: pattern };
}

/** Without repeated ones, in the order of their texts. */
const distinct = <T>(all: readonly T[], textOf: (one: T) => string): T[] => {
  const byText = new Map(all.map((one) => [textOf(one), one]));
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
};

/**
 * The same query for all ways to write it: without terms that leave out nothing and repeated ones, in a fixed order, with
 * texts as they are compared. AND without terms when it leaves out nothing.
 */
export function canonical(node: QueryNode): QueryNode {
  if (!restricts(node)) return { type: 'and', terms: [] };
  switch (node.type) {
    case 'and':
    case 'or': {
      const { type } = node;
      const all = node.terms.filter(restricts).map(canonical);
      const flat = all.flatMap((term) => (term.type === type ? term.terms : [term]));
      const terms = distinct(flat, printQuery);
      const [only] = terms;
      return only && terms.length === 1 ? only : { type, terms };
    }
    case 'not':
      return { type: 'not', term: canonical(node.term) };
    case 'in': {
      const values = node.values.map((value) => comparedValue(node.field, value, nameKey));
      return { ...node, values: distinct(values, String) };
    }
    case 'compare':
      return canonicalComparison(node);
    case 'flag':
      return node;
  }
}
