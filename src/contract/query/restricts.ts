import type { Comparison, QueryNode } from './ast.ts';
import { findField } from './fields.ts';

/** Whether every sale of the field's kinds meets a comparison, as the lowest minimum and the highest maximum. */
function holdsAlways({ field: name, op, value }: Comparison): boolean {
  const field = findField(name);
  if (!field || field.optional) return false;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field.range ?? {};
  const least = field.least ?? min;
  switch (op) {
    case '>=':
      return Number(value) <= least;
    case '>':
      return Number(value) < least;
    case '<=':
      return Number(value) >= max;
    case 'LIKE':
      return value === '%';
    default:
      return false;
  }
}

/** Whether a query can leave out sales of its kind. */
export function restricts(node: QueryNode): boolean {
  switch (node.type) {
    case 'and':
      return node.terms.some(restricts);
    case 'or':
      return node.terms.every(restricts);
    case 'compare':
      return !holdsAlways(node);
    default:
      return true;
  }
}
