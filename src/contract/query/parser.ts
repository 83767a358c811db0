import type { SaleKind } from '../sale/kinds.ts';
import { LIMITS } from '../shared/limits.ts';
import { formatNumber } from '../shared/plural.ts';
import { didYouMean } from '../shared/suggestions.ts';
import { quoted } from '../shared/text.ts';
import type { QueryNode } from './ast.ts';
import { fieldCalled } from './field-words.ts';
import {
  FLAG_VERBS,
  type FlagVerb,
  fieldsOf,
  findField,
  flagsAfter,
  OPERATORS,
  type QueryField,
  type QueryOperator,
  VERBS,
} from './fields.ts';
import { Lexer, type ValueContext } from './lexer.ts';
import { fieldMeant, missingOperator, operatorMeant, severalMeant } from './meant.ts';
import { flagTerm } from './printer.ts';
import { issueAt, type Piece, type QueryIssue, QuerySyntaxError } from './query-error.ts';
import { expectedValue, readFlag, readValue, wrongKindMessage } from './values.ts';

/** A term that was dropped because its field does not support its operator (docs/query-language.md). */
export interface DroppedTerm extends Piece {
  reason: string;
}

type ParsedQuery =
  | { ok: true; ast: QueryNode; dropped: readonly DroppedTerm[] }
  | { ok: false; issue: QueryIssue; dropped: readonly DroppedTerm[] };

const START = 'a field, NOT or (';
const NEXT = 'AND, OR or the end, or quotes around a value of several words';
const EXAMPLE: Record<SaleKind, string> = { item: 'item = Master Ball', pokemon: 'pokemon = Garchomp' };

const all = (type: 'and' | 'or', terms: readonly (QueryNode | null)[]): QueryNode | null => {
  // Flattens a group inside a group of the same type.
  const left = terms.flatMap((term) => (term === null ? [] : term.type === type ? term.terms : [term]));
  return left.length > 1 ? { type, terms: left } : (left[0] ?? null);
};

/** Recursive descent parser. A method returns null when all terms of its part were dropped. */
class Parser {
  readonly #kind: SaleKind;
  readonly #lexer: Lexer;
  readonly dropped: DroppedTerm[] = [];
  #terms = 0;
  #depth = 0;

  constructor(text: string, kind: SaleKind) {
    this.#kind = kind;
    this.#lexer = new Lexer(text);
  }

  whole(): QueryNode {
    if (this.#lexer.done)
      throw issueAt(this.#lexer.next(), 'The query is empty', `a term such as ${EXAMPLE[this.#kind]}`);
    const found = this.#anyOf();
    if (!this.#lexer.done) throw this.#unexpected(NEXT);
    if (found) return found;
    const place = { from: 0, to: this.#lexer.source.length };
    throw issueAt(place, 'The query has no valid term', 'a term whose operator its field supports');
  }

  #anyOf(): QueryNode | null {
    const terms = [this.#allOf()];
    while (this.#lexer.takeKeyword('or')) terms.push(this.#allOf());
    return all('or', terms);
  }

  #allOf(): QueryNode | null {
    const terms = [this.#operand()];
    while (this.#lexer.takeKeyword('and')) terms.push(this.#operand());
    return all('and', terms);
  }

  #operand(): QueryNode | null {
    const start = this.#lexer.next();
    if (this.#lexer.takeKeyword('not')) {
      const term = this.#deeper(start, () => this.#operand());
      return term && { type: 'not', term };
    }
    if (this.#lexer.takeSign('(')) {
      const group = this.#deeper(start, () => this.#anyOf());
      if (!this.#lexer.takeSign(')')) throw this.#unexpected('AND, OR or )');
      return group;
    }
    return this.#term(start);
  }

  #deeper<T>(start: Piece, read: () => T): T {
    this.#depth += 1;
    if (this.#depth > LIMITS.query.depth)
      throw issueAt(start, 'Groups are nested too deeply', `at most ${LIMITS.query.depth}`);
    const found = read();
    this.#depth -= 1;
    return found;
  }

  #term(start: Piece): QueryNode | null {
    this.#terms += 1;
    if (this.#terms > LIMITS.query.terms)
      throw issueAt(start, 'The query has too many terms', `at most ${LIMITS.query.terms}`);
    for (const verb of VERBS) if (this.#lexer.takeKeyword(verb)) return this.#flag(start, verb);
    const field = this.#field();
    const operator = this.#lexer.takeOperator();
    const supported = OPERATORS[field.type];
    if (!operator) throw this.#noOperator(start, field);
    const { op } = operator;
    if (!op) {
      const message = `${quoted(operator.text)} is not an operator`;
      throw issueAt(operator, message, supported.join(', '), operatorMeant(operator.text));
    }
    const pieces = op === 'IN' || op === 'NOT IN' ? this.#list(field) : [this.#value(field, 'term')];
    if (supported.includes(op)) {
      try {
        return nodeOf(field, op, pieces);
      } catch (error) {
        const [piece] = pieces;
        const several = piece && severalMeant(start, field, op, piece);
        if (!several || !(error instanceof QuerySyntaxError)) throw error;
        throw issueAt(error.issue, error.issue.message, error.issue.expected, several);
      }
    }
    const text = this.#lexer.source.slice(start.from, pieces.at(-1)?.to).trimEnd();
    const reason = `${field.name} does not support ${op}, only ${supported.join(', ')}`;
    this.dropped.push({ text, from: start.from, to: start.from + text.length, reason });
    return null;
  }

  /** The rest of a flag term, after `is` or `has`. */
  #flag(start: Piece, verb: FlagVerb): QueryNode {
    const value = !this.#lexer.takeKeyword(FLAG_VERBS[verb]);
    const word = this.#lexer.takeWord();
    const field = word && findField(word.text);
    if (field && !field.kinds.includes(this.#kind)) throw this.#notOfKind(field, word);
    const flags = flagsAfter(this.#kind, verb);
    const flag = flags.find((one) => one === field);
    if (flag) return { type: 'compare', field: flag.name, op: '=', value };
    throw issueAt(
      word ?? this.#lexer.next(),
      word ? `${quoted(word.text)} is not allowed after ${verb}` : `The query ends after ${verb}`,
      flags.length
        ? flags.map(({ name }) => name).join(', ')
        : `another field: items have no flag for ${verb}`,
      word && field?.verb ? { from: start.from, to: word.to, text: flagTerm(field.name, value) } : undefined,
    );
  }

  #noOperator(start: Piece, field: QueryField): QuerySyntaxError {
    const supported = OPERATORS[field.type];
    const next = this.#lexer.next();
    const meant = field.verb
      ? { ...start, text: flagTerm(field.name, true) }
      : missingOperator(field, next.from, this.#lexer.source.slice(next.from));
    return this.#unexpected(`an operator: ${supported.join(', ')}`, meant);
  }

  #field(): QueryField {
    const word = this.#lexer.takeWord();
    if (!word) throw this.#unexpected(START);
    const field = findField(word.text);
    if (field?.kinds.includes(this.#kind)) return field;
    const called = field ?? fieldCalled(word.text, this.#kind) ?? fieldCalled(word.text);
    if (called && !called.kinds.includes(this.#kind)) throw this.#notOfKind(called, word);
    const names = fieldsOf(this.#kind).map(({ name }) => name);
    const meant = fieldMeant(word, this.#lexer.phraseAt(word.from), this.#kind);
    throw issueAt(word, `${quoted(word.text)} is not a field`, names.join(', '), meant);
  }

  #notOfKind(field: QueryField, word: Piece): QuerySyntaxError {
    const names = fieldsOf(this.#kind).map(({ name }) => name);
    return issueAt(word, wrongKindMessage(field, this.#kind), names.join(', '));
  }

  #value(field: QueryField, context: ValueContext): Piece {
    const value = this.#lexer.takeValue(context);
    if (value.from === value.to)
      throw issueAt(this.#lexer.next(), `The value of ${field.name} is missing`, expectedValue(field));
    return value;
  }

  #list(field: QueryField): Piece[] {
    if (!this.#lexer.takeSign('(')) throw this.#unexpected('( and a list of values');
    const pieces: Piece[] = [];
    do pieces.push(this.#value(field, 'list'));
    while (this.#lexer.takeSign(','));
    if (!this.#lexer.takeSign(')')) throw this.#unexpected('a comma or )');
    return pieces;
  }

  #unexpected(expected: string, meant?: Piece): QuerySyntaxError {
    const next = this.#lexer.next();
    const message =
      next.text === '' ? 'The query ends too early' : `${quoted(next.text)} is not allowed here`;
    return issueAt(next, message, expected, meant);
  }
}

/** @throws QuerySyntaxError for a value that is invalid for the field */
function nodeOf(field: QueryField, op: QueryOperator, pieces: readonly Piece[]): QueryNode | null {
  const [first] = pieces;
  if (!first) return null;
  const { name } = field;
  if (field.type === 'flag')
    return { type: 'compare', field: name, op: '=', value: readFlag(field, first) === (op === '=') };
  if (op !== 'IN' && op !== 'NOT IN')
    return { type: 'compare', field: name, op, value: readValue(field, op, first) };
  const values = [...new Set(pieces.map((piece) => readValue(field, op, piece)))];
  return { type: 'in', field: name, values, negated: op === 'NOT IN' };
}

/**
 * Parses an advanced query (docs/query-language.md). Never throws; runs in linear time.
 *
 * ```
 * query    = all { OR all }
 * all      = operand { AND operand }
 * operand  = NOT operand | "(" query ")" | IS [ NOT ] flag | HAS [ NO ] flag | term
 * term     = field operator value | field [ NOT ] IN "(" value { "," value } ")"
 * operator = "=" | "!=" | "<>" | ">=" | "<=" | ">" | "<" | [ NOT ] LIKE
 * value    = '"' text '"' | "'" text "'" | words up to AND, OR or ")", in a list up to "," or ")"
 * ```
 *
 * Keywords, fields and values are case-insensitive. In quotes, a doubled quote is an escaped quote. After LIKE, `%`
 * matches any text; nothing else is special. A comparison with an unknown value (a level, a submitter) is false, so
 * `!=` and its negation are true. A term whose field does not support its operator is dropped and listed in
 * `dropped`; a group without remaining terms is dropped too.
 */
export function parseQuery(text: string, kind: SaleKind): ParsedQuery {
  const parser = new Parser(text, kind);
  try {
    if (text.length > LIMITS.query.length)
      throw issueAt(
        { from: LIMITS.query.length, to: text.length },
        'The query is too long',
        `at most ${formatNumber(LIMITS.query.length)} characters`,
      );
    return { ok: true, ast: parser.whole(), dropped: parser.dropped };
  } catch (error) {
    if (error instanceof QuerySyntaxError) return { ok: false, issue: error.issue, dropped: parser.dropped };
    throw error;
  }
}

/** An issue as one sentence with its position, counted from 1, and with what was probably meant. */
export const issueSentence = ({ message, from, expected, meant }: QueryIssue): string =>
  `${message}${meant ? `.${didYouMean(meant.text.trim())}` : ''} (at character ${from + 1}; expected ${expected})`;
