import type { SaleKind } from '../sale/kinds.ts';
import { LIMITS } from '../shared/limits.ts';
import { fieldCalled, fieldNear, wordKey } from './field-words.ts';
import { fieldsOf, OPERATORS, type QueryField, type QueryOperator } from './fields.ts';
import { flagTerm, printValue } from './printer.ts';
import { type Piece, QuerySyntaxError } from './query-error.ts';
import { parsePriceLiteral, readValue } from './values.ts';

/** The term of the flag that a label names: `no proof`. */
function flagLabelled(text: string, kind: SaleKind): string | undefined {
  for (const field of fieldsOf(kind))
    if (Array.isArray(field.label)) {
      const at = field.label.map(wordKey).indexOf(wordKey(text));
      if (at >= 0) return flagTerm(field.name, at === 0);
    }
  return undefined;
}

/**
 * What an unknown field probably means: a field by another name or misspelled, a flag, or a value without its field.
 *
 * @param phrase the words from there on, which can be one name: `hidden power = Fire`
 */
export function fieldMeant(
  word: Piece,
  phrase: Piece & { hasOperator: boolean },
  kind: SaleKind,
): Piece | undefined {
  const { text, hasOperator } = phrase;
  // The query has AND or OR there.
  if (text === '' || text.length > LIMITS.name.max) return undefined;
  const flag = hasOperator ? undefined : flagLabelled(text, kind);
  if (flag) return { ...phrase, text: flag };
  const called = fieldCalled(text, kind);
  const field =
    called ?? fieldCalled(word.text, kind) ?? (hasOperator ? fieldNear(word.text, kind) : undefined);
  if (field) {
    const isTerm = field.verb !== undefined && !hasOperator;
    return { ...(called ? phrase : word), text: isTerm ? flagTerm(field.name, true) : field.name };
  }
  if (!hasOperator) return { ...phrase, text: termWith(text, kind) };
  const [, before = '', last = ''] = /^(.*\S)\s+(\S+)$/.exec(text) ?? [];
  if (!fieldCalled(last, kind)) return undefined;
  return { from: phrase.from, to: phrase.from + before.length, text: `${termWith(before, kind)} AND` };
}

/** The term that a value without its field probably means. */
function termWith(value: string, kind: SaleKind): string {
  const key = value.toLowerCase();
  const choice = fieldsOf(kind).find(({ values }) => values?.some((one) => one.toLowerCase() === key));
  return `${choice?.name ?? (parsePriceLiteral(value) === null ? kind : 'price')} = ${value}`;
}

const OPERATORS_MEANT: Readonly<Record<string, QueryOperator>> = {
  '=>': '>=',
  '=<': '<=',
  '==': '=',
  '===': '=',
  '!==': '!=',
  '!': '!=',
  '~': 'LIKE',
};

/** The operator that unknown signs probably mean. */
export const operatorMeant = (signs: string): string | undefined => OPERATORS_MEANT[signs];

/** Words in place of an operator. The first match counts, so `is not` comes before `is`. */
const OPERATOR_WORDS: readonly [RegExp, QueryOperator | null][] = [
  [/^(?:is\s+)?(?:under|below|less\s+than|cheaper\s+than|before)\b/i, '<'],
  [/^(?:is\s+)?(?:over|above|more\s+than|after)\b/i, '>'],
  [/^(?:is\s+)?(?:at\s+least|from|since|min)\b/i, '>='],
  [/^(?:is\s+)?(?:at\s+most|up\s+to|until|max)\b/i, '<='],
  // `LIKE` needs % signs in its value, and `between` has two values.
  [/^(?:contains?|includes?|(?:starts|ends|begins)\s+with|(?:is\s+)?between)\b/i, null],
  [/^(?:is\s+not|isn['’]t|not(?:\s*=)?)(?!\p{L})/iu, '!='],
  [/^(?:is|equals?(?:\s+to)?)\b/i, '='],
];

/** The operator that words in its place probably mean, or that is missing before a value; undefined when unclear. */
export function missingOperator(field: QueryField, at: number, rest: string): Piece | undefined {
  for (const [words, op] of OPERATOR_WORDS) {
    const [found] = words.exec(rest) ?? [];
    if (found === undefined) continue;
    const fits = op !== null && OPERATORS[field.type].includes(op);
    return fits ? { from: at, to: at + found.length, text: op } : undefined;
  }
  return /^[\p{L}\p{N}]/u.test(rest) ? { from: at, to: at, text: '= ' } : undefined;
}

/** A value as typed, or what an invalid one probably means. */
function valueMeant(field: QueryField, op: QueryOperator, piece: Piece): string | undefined {
  try {
    readValue(field, op, piece);
    return piece.text;
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error.issue.meant?.text;
    throw error;
  }
}

/** Bounds the work for a long text. */
const MOST_VALUES = 50;
const BETWEEN_VALUES = /,\s+|\s*\/\s*/;
/** A date contains hyphens. */
const BETWEEN_DATES = /\s+to\s+|\s*\.\.\s*/i;
const BETWEEN_ENDS = /\s*(?:-|\u2013|\bto\b|\.\.)\s*/i;
/** The unit of the second price belongs to both: `1-5m`. */
const SHARED_UNIT = /^(\d+(?:\.\d+)?)(\s*(?:-|\u2013|to|\.\.)\s*\d+(?:\.\d+)?\s*([kmb]))$/i;

/**
 * What a term with an invalid value probably means: a list, as for `nature = Adamant, Jolly`, or a range, as for
 * `price = 1m-2m`.
 *
 * @param start the first word of the term
 */
export function severalMeant(
  start: Piece,
  field: QueryField,
  op: QueryOperator,
  { text: typed, to }: Piece,
): Piece | undefined {
  const text = field.type === 'price' ? typed.replace(SHARED_UNIT, '$1$3$2') : typed;
  const valuesIn = (separator: RegExp) => {
    const parts = text.split(separator, MOST_VALUES + 1);
    if (parts.length < 2 || parts.length > MOST_VALUES) return [];
    const values = parts.flatMap((part) => valueMeant(field, op, { from: start.from, to, text: part }) ?? []);
    return values.length === parts.length ? values : [];
  };
  const replaced = { from: start.from, to };
  const list = op === '=' ? 'IN' : op === '!=' ? 'NOT IN' : undefined;
  const values = list && OPERATORS[field.type].includes(list) ? valuesIn(BETWEEN_VALUES) : [];
  if (values.length > 0) {
    const printed = values.map((value) => printValue(value, 'list')).join(', ');
    return { ...replaced, text: `${field.name} ${list} (${printed})` };
  }
  if (op !== '=' || !OPERATORS[field.type].includes('>=')) return undefined;
  const [least, most, ...others] = valuesIn(field.type === 'date' ? BETWEEN_DATES : BETWEEN_ENDS);
  if (least === undefined || most === undefined || others.length > 0) return undefined;
  return { ...replaced, text: `(${field.name} >= ${least} AND ${field.name} <= ${most})` };
}
