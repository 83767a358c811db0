import type { SaleKind } from '../sale/kinds.ts';
import { ABOUT, wordKey, wordKeysOf } from './field-words.ts';
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

export interface CompletionOption {
  label: string;
  /** Replaces the typed text. */
  text: string;
  detail?: string;
  /** What people call it besides its label, as keys. */
  words?: readonly string[];
}

const MEANINGS: Record<QueryOperator, string> = {
  '=': 'is',
  '!=': 'is not',
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
  LIKE: '% matches any text',
  'NOT LIKE': 'does not match',
  IN: 'one of several',
  'NOT IN': 'none of several',
};

const DAYS = ['today', 'today-7d', 'today-30d', 'today-90d', 'today-1y'];

const keyword = (label: string, detail?: string): CompletionOption => ({
  label,
  text: `${label} `,
  detail,
});

/** Suggestions at the start of a term. */
export const operands = (kind: SaleKind): CompletionOption[] => [
  ...fieldsOf(kind).map((field) => ({ ...keyword(field.name, ABOUT[field.name]), words: wordKeysOf(field) })),
  ...VERBS.flatMap((verb) => flagsAfter(kind, verb)).map(({ verb, name }) => keyword(`${verb} ${name}`)),
  keyword('NOT', 'excludes the next term'),
];

/** Suggestions after `is` or `has`. */
export const flags = (kind: SaleKind, verb: FlagVerb): CompletionOption[] =>
  flagsAfter(kind, verb).flatMap(({ name }) => [keyword(name), keyword(`${FLAG_VERBS[verb]} ${name}`)]);

export const operators = (field: QueryField): CompletionOption[] =>
  OPERATORS[field.type].map((op) => ({
    ...keyword(op, MEANINGS[op]),
    ...((op === 'IN' || op === 'NOT IN') && { text: `${op} (` }),
  }));

/** Known values of a field; names of the catalogue come from the server instead. */
export function values(field: QueryField, context: ValueContext): CompletionOption[] {
  const known = field.values ?? { date: DAYS, flag: ['true', 'false'] }[field.type as string] ?? [];
  return known.map((value) => ({ label: value, text: printValue(value, context) }));
}

/** Suggestions after a term. */
export const connectives = (inGroup: boolean): CompletionOption[] => [
  keyword('AND', 'both must match'),
  keyword('OR', 'at least one must match'),
  ...(inGroup ? [keyword(')', 'closes the group')] : []),
];

/**
 * Filters suggestions by the typed text: prefixes first, then other matches, without exact ones. If none matches, those that
 * people call so.
 */
export function fitting(all: readonly CompletionOption[], typed: string): CompletionOption[] {
  const key = typed.toLowerCase();
  const starts = all.filter(({ label }) => label.toLowerCase().startsWith(key));
  const contains = all.filter(
    ({ label }) => label.toLowerCase().includes(key, 1) && !label.toLowerCase().startsWith(key),
  );
  if (starts.length + contains.length > 0)
    return [...starts, ...contains].filter(({ label }) => label.toLowerCase() !== key);
  return all.filter(({ words }) => words?.some((word) => word.startsWith(wordKey(key))));
}
