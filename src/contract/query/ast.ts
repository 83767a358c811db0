import type { ComparisonOperator, FlagField, ValueField } from './fields.ts';

/** Text, a number, or a date: `2026-03-12`, `today`, `today-90d`. */
export type QueryValue = string | number;

export interface Comparison {
  type: 'compare';
  field: ValueField;
  op: ComparisonOperator;
  value: QueryValue;
}

interface Membership {
  type: 'in';
  field: ValueField;
  values: readonly QueryValue[];
  negated: boolean;
}

export interface FlagTerm {
  type: 'flag';
  field: FlagField;
  value: boolean;
}

/** The syntax tree of an advanced query. */
export type QueryNode =
  | { type: 'and' | 'or'; terms: readonly QueryNode[] }
  | { type: 'not'; term: QueryNode }
  | Comparison
  | Membership
  | FlagTerm;
