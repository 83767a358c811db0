import type { SaleKind } from '../sale/kinds.ts';
import { LIMITS } from '../shared/limits.ts';
import { fieldCalled } from './field-words.ts';
import { FLAG_VERBS, type FlagVerb, findField, type NameSource, type QueryField, VERBS } from './fields.ts';
import { closingQuotes, Lexer, quotedRest, unescapeQuotes, type ValueContext } from './lexer.ts';
import { QuerySyntaxError } from './query-error.ts';
import {
  type CompletionOption,
  connectives,
  fitting,
  flags,
  operands,
  operators,
  values,
} from './suggestions.ts';

/** Completions at the caret, which replace the text between `from` and `to`. */
export interface QueryCompletion {
  from: number;
  to: number;
  options: readonly CompletionOption[];
  /** Names from the server are valid too: search for `search` and insert each by `printValue(name, context)`. */
  names?: { list: NameSource; search: string; context: ValueContext };
}

const WORD_REST = /^[\p{L}\p{N}_]*/u;
const LAST_WORD = /^(.*\s)(\S*)$/s;

/** The rest of a query is completed although one of its fields is unknown, as if that were a text. */
const UNKNOWN: QueryField = { name: 'submitted_by', type: 'text', kinds: [] };

/** The end comes from the text after the caret. */
type Found = Omit<QueryCompletion, 'to'>;

/** Follows the grammar through the text before the caret, up to the piece that touches the caret. */
class Completer {
  readonly #lexer: Lexer;
  readonly #kind: SaleKind;
  readonly #end: number;
  #groups = 0;

  constructor(before: string, kind: SaleKind) {
    this.#lexer = new Lexer(before);
    this.#kind = kind;
    this.#end = before.length;
  }

  /** Completions at an operand; null when there are none. */
  operand(): Found | null {
    while (this.#lexer.takeSign('(')) this.#groups += 1;
    const word = this.#lexer.peekWord();
    if (!word || word.to === this.#end) return this.#suggest(operands(this.#kind));
    if (this.#lexer.takeKeyword('not')) return this.operand();
    for (const verb of VERBS) if (this.#lexer.takeKeyword(verb)) return this.#flag(verb);
    this.#lexer.takeWord();
    return this.#operator(findField(word.text) ?? fieldCalled(word.text, this.#kind) ?? UNKNOWN);
  }

  #flag(verb: FlagVerb): Found | null {
    const start = this.#lexer.at;
    const typed = this.#lexer.source.slice(start);
    const options = fitting(flags(this.#kind, verb), typed);
    if (options.length) return { from: start, options };
    this.#lexer.takeKeyword(FLAG_VERBS[verb]);
    return this.#lexer.takeWord() ? this.#after() : null;
  }

  #operator(field: QueryField): Found | null {
    const from = this.#lexer.at;
    const typed = this.#lexer.source.slice(from).toUpperCase().replace(/\s+/g, ' ');
    const options = fitting(operators(field), typed).filter(({ label }) => label.startsWith(typed));
    if (options.length) return { from, options };
    const operator = this.#lexer.takeOperator();
    if (!operator?.op) return null;
    if (operator.op !== 'IN' && operator.op !== 'NOT IN') return this.#value(field, 'term');
    return this.#lexer.takeSign('(') ? this.#value(field, 'list') : null;
  }

  #value(field: QueryField, context: ValueContext): Found | null {
    const from = this.#lexer.at;
    const open = this.#openQuote(from, context);
    if (open !== null) return this.#valueAt(field, context, from, open);
    const value = this.#lexer.takeValue(context);
    if (value.quoted || !this.#lexer.done) return context === 'list' ? this.#inList(field) : this.#after();
    const found = this.#valueAt(field, context, from, value.text);
    return context === 'list'
      ? found
      : { ...found, options: [...found.options, ...this.#afterUnquoted(from)] };
  }

  /** The text of an unclosed quote; null when there is none. */
  #openQuote(from: number, context: ValueContext): string | null {
    const { source } = this.#lexer;
    const closing = closingQuotes(source[from]);
    if (!closing) return null;
    try {
      new Lexer(source.slice(from)).takeValue(context);
      return null;
    } catch (error) {
      if (!(error instanceof QuerySyntaxError)) throw error;
      return unescapeQuotes(source.slice(from + 1), closing);
    }
  }

  #valueAt(field: QueryField, context: ValueContext, from: number, search: string): Found {
    const options = fitting(values(field, context), search);
    return { from, options, ...(field.names && { names: { list: field.names, search, context } }) };
  }

  /** After an unquoted value and a space, the next word can be part of the value or a connective. */
  #afterUnquoted(from: number): CompletionOption[] {
    const [, value, last = ''] = LAST_WORD.exec(this.#lexer.source.slice(from)) ?? [];
    if (!value?.trim()) return [];
    const all = connectives(this.#groups > 0).filter(({ label }) => label.startsWith(last.toUpperCase()));
    return all.map((option) => ({
      ...option,
      text: `${option.label === ')' ? value.trimEnd() : value}${option.text}`,
    }));
  }

  #inList(field: QueryField): Found | null {
    if (this.#lexer.takeSign(',')) return this.#value(field, 'list');
    return this.#lexer.takeSign(')') ? this.#after() : null;
  }

  #after(): Found | null {
    while (this.#lexer.takeSign(')')) this.#groups -= 1;
    const word = this.#lexer.peekWord();
    if (!word || word.to === this.#end) return this.#suggest(connectives(this.#groups > 0));
    return this.#lexer.takeKeyword('and') || this.#lexer.takeKeyword('or') ? this.operand() : null;
  }

  #suggest(options: readonly CompletionOption[]): Found | null {
    const from = this.#lexer.at;
    const typed = this.#lexer.source.slice(from);
    return { from, options: fitting(options, typed) };
  }
}

/**
 * Completions at a position of a query: fields, operators, known values, AND and OR. Never throws.
 *
 * @param caret position in the text; the word before it is completed, and the rest of the word is replaced
 */
export function completeQuery(text: string, caret: number, kind: SaleKind): QueryCompletion {
  const before = text.slice(0, caret);
  const rest = text.slice(caret);
  const nothing = { from: caret, to: caret, options: [] };
  if (text.length > LIMITS.query.length) return nothing;
  try {
    const found = new Completer(before, kind).operand();
    if (!found) return nothing;
    const closing = closingQuotes(before[found.from]);
    const [replaced = ''] = (closing && quotedRest(rest, closing)) || WORD_REST.exec(rest) || [];
    return { ...found, to: caret + replaced.length };
  } catch (error) {
    if (error instanceof QuerySyntaxError) return nothing;
    throw error;
  }
}
