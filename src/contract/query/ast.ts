import type { ComparisonOperator, FieldName } from './fields.ts';

/** Text, a number, a date (`2026-03-12`, `today`, `today-90d`), or whether a flag is set. */
export type QueryValue = string | number | boolean;

/** The operator of a flag is always `=`. */
export interface Comparison {
  type: 'compare';
  field: FieldName;
  op: ComparisonOperator;
  value: QueryValue;
}

export type QueryNode =
  | { type: 'and' | 'or'; terms: readonly QueryNode[] }
  | { type: 'not'; term: QueryNode }
  | Comparison
  | { type: 'in'; field: FieldName; values: readonly QueryValue[]; negated: boolean };
