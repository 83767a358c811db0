import type { QueryNode, QueryValue } from './ast.ts';
import { FLAG_VERBS, flagOf } from './fields.ts';
import { Lexer, type ValueContext } from './lexer.ts';
import { QueryError } from './query-error.ts';

function readsBack(text: string, context: ValueContext): boolean {
  const lexer = new Lexer(text);
  try {
    return lexer.takeValue(context).text === text && lexer.done;
  } catch (error) {
    if (error instanceof QueryError) return false;
    throw error;
  }
}

/** A value as it stands in a query: in quotes only where it must. */
export const printValue = (value: QueryValue, context: ValueContext = 'term'): string => {
  const text = String(value);
  return readsBack(text, context) ? text : `"${text.replaceAll('"', '""')}"`;
};

/** AND binds closer than OR, so that only OR within AND needs brackets. */
const operand = (node: QueryNode, within: 'and' | 'or' | 'not'): string =>
  (node.type === 'or' && within !== 'or') || (node.type === 'and' && within === 'not')
    ? `(${printQuery(node)})`
    : printQuery(node);

/** A query in its one spelling; reading it gives the same query again. */
export function printQuery(node: QueryNode): string {
  switch (node.type) {
    case 'and':
    case 'or':
      return node.terms.map((term) => operand(term, node.type)).join(node.type === 'and' ? ' AND ' : ' OR ');
    case 'not':
      return `NOT ${operand(node.term, 'not')}`;
    case 'flag': {
      const { verb, name } = flagOf(node.field);
      return node.value ? `${verb} ${name}` : `${verb} ${FLAG_VERBS[verb]} ${name}`;
    }
    case 'in':
      return `${node.field} ${node.negated ? 'NOT IN' : 'IN'} (${node.values.map((value) => printValue(value, 'list')).join(', ')})`;
    case 'compare':
      return `${node.field} ${node.op} ${printValue(node.value)}`;
  }
}
