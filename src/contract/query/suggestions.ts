import type { SaleKind } from '../sale/kinds.ts';
import {
  FLAG_VERBS,
  type FlagVerb,
  fieldsOf,
  flagsAfter,
  OPERATORS,
  type QueryField,
  type QueryOperator,
  VERBS,
} from './fields.ts';
import type { ValueContext } from './lexer.ts';
import { printValue } from './printer.ts';

/** Something that could stand at the caret. */
export interface Suggestion {
  label: string;
  /** What is put in the place of what was typed. */
  text: string;
  /** A few words on what it means. */
  detail?: string;
}

const MEANINGS: Record<QueryOperator, string> = {
  '=': 'is',
  '!=': 'is not',
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
  LIKE: '% stands for any text',
  'NOT LIKE': 'is not like',
  IN: 'one of several',
  'NOT IN': 'none of several',
};

const DAYS = ['today', 'today-7d', 'today-30d', 'today-90d', 'today-1y'];

const word = (label: string, detail?: string): Suggestion => ({
  label,
  text: `${label} `,
  ...(detail && { detail }),
});

/** What a term can start with. */
export const operands = (kind: SaleKind): Suggestion[] => [
  ...fieldsOf(kind).map(({ name, about }) => word(name, about)),
  ...VERBS.flatMap((verb) => flagsAfter(kind, verb)).map(({ verb, name }) => word(`${verb} ${name}`)),
  word('NOT', 'anything but'),
];

/** What can follow `is` or `has`. */
export const flags = (kind: SaleKind, verb: FlagVerb): Suggestion[] =>
  flagsAfter(kind, verb).flatMap(({ name }) => [word(name), word(`${FLAG_VERBS[verb]} ${name}`)]);

export const operators = (field: QueryField): Suggestion[] =>
  OPERATORS[field.type].map((op) => ({
    ...word(op, MEANINGS[op]),
    ...((op === 'IN' || op === 'NOT IN') && { text: `${op} (` }),
  }));

/** Values that a field is known to have; the names of the catalogue are the server's to know. */
export function values(field: QueryField, context: ValueContext): Suggestion[] {
  const known = field.values ?? { date: DAYS, flag: ['true', 'false'] }[field.type as string] ?? [];
  return known.map((value) => ({ label: value, text: printValue(value, context) }));
}

/** What can follow a term. */
export const connectives = (inGroup: boolean): Suggestion[] => [
  word('AND', 'both'),
  word('OR', 'at least one'),
  ...(inGroup ? [word(')', 'ends the group')] : []),
];

/** Those that start with what was typed, then those that contain it; never what stands there already. */
export function fitting(all: readonly Suggestion[], typed: string): Suggestion[] {
  const key = typed.toLowerCase();
  const starts = all.filter(({ label }) => label.toLowerCase().startsWith(key));
  const contains = all.filter(
    ({ label }) => label.toLowerCase().includes(key, 1) && !label.toLowerCase().startsWith(key),
  );
  return [...starts, ...contains].filter(({ label }) => label.toLowerCase() !== key);
}
