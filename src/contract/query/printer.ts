import type { QueryNode, QueryValue } from './ast.ts';
import { type FieldName, FLAG_VERBS, findField } from './fields.ts';
import { Lexer, type ValueContext } from './lexer.ts';
import { QuerySyntaxError } from './query-error.ts';

function readsBack(text: string, context: ValueContext): boolean {
  const lexer = new Lexer(text);
  try {
    return lexer.takeValue(context).text === text && lexer.done;
  } catch (error) {
    if (error instanceof QuerySyntaxError) return false;
    throw error;
  }
}

/** Prints a value for a query, quoted only if necessary. */
export const printValue = (value: QueryValue, context: ValueContext = 'term'): string => {
  const text = String(value);
  return readsBack(text, context) ? text : `"${text.replaceAll('"', '""')}"`;
};

/** The term of a flag: `is shiny`, `has no proof`. */
export function flagTerm(field: FieldName, value: boolean): string {
  const verb = findField(field)?.verb ?? 'is';
  return value ? `${verb} ${field}` : `${verb} ${FLAG_VERBS[verb]} ${field}`;
}

/** Adds brackets where precedence requires them: NOT binds tighter than AND, and AND tighter than OR. */
const operand = (node: QueryNode, parent: 'and' | 'or' | 'not'): string =>
  (node.type === 'or' && parent !== 'or') || (node.type === 'and' && parent === 'not')
    ? `(${printQuery(node)})`
    : printQuery(node);

/** Prints a query in canonical form; parsing it gives the same query. */
export function printQuery(node: QueryNode): string {
  switch (node.type) {
    case 'and':
    case 'or': {
      const [only] = node.terms;
      if (only && node.terms.length === 1) return printQuery(only);
      return node.terms.map((term) => operand(term, node.type)).join(node.type === 'and' ? ' AND ' : ' OR ');
    }
    case 'not':
      return `NOT ${operand(node.term, 'not')}`;
    case 'in':
      return `${node.field} ${node.negated ? 'NOT IN' : 'IN'} (${node.values.map((value) => printValue(value, 'list')).join(', ')})`;
    case 'compare': {
      const { field, op, value } = node;
      return typeof value === 'boolean' ? flagTerm(field, value) : `${field} ${op} ${printValue(value)}`;
    }
  }
}
