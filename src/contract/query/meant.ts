import type { SaleKind } from '../sale/kinds.ts';
import { LIMITS } from '../shared/limits.ts';
import { fieldCalled, fieldNear, wordKey } from './field-words.ts';
import { fieldsOf, OPERATORS, type QueryField, type QueryOperator } from './fields.ts';
import { flagTerm, printValue } from './printer.ts';
import { type Piece, QueryError } from './query-error.ts';
import { readPrice, readValue } from './values.ts';

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
  return `${choice?.name ?? (readPrice(value) === null ? kind : 'price')} = ${value}`;
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

/** The list that `nature = Adamant, Jolly` probably means; undefined when one of them is not valid either. */
export function severalMeant(
  field: QueryField,
  operator: Piece & { op?: QueryOperator | undefined },
  [piece]: readonly Piece[],
): Piece | undefined {
  const op = operator.op === '=' ? 'IN' : operator.op === '!=' ? 'NOT IN' : undefined;
  const parts = piece?.text.split(/,\s+|\s*\/\s*/) ?? [];
  if (!piece || !op || !OPERATORS[field.type].includes(op) || parts.length < 2) return undefined;
  try {
    const values = parts.map((text) => readValue(field, op, { ...piece, text }));
    const list = values.map((value) => printValue(value, 'list')).join(', ');
    return { from: operator.from, to: piece.to, text: `${op} (${list})` };
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}
