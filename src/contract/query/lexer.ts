import { quoted } from '../shared/text.ts';
import {
  COMPARISON_OPERATORS,
  FLAG_VERBS,
  findField,
  LIST_OPERATORS,
  type QueryOperator,
  VERBS,
} from './fields.ts';
import { issueAt, type Piece } from './query-error.ts';

/** An unquoted value ends at `)`, and also at AND and OR in a term or at a comma in a list. */
export type ValueContext = 'term' | 'list';

interface ValuePiece extends Piece {
  quoted: boolean;
}

const SPACE = /\s*/y;
const WORD = /[\p{L}\p{N}_]+/uy;
const CHARACTER = /./suy;
/** `≠`, `≤` and `≥` as escapes: regular expressions keep their characters, and the built programs must be in ASCII. */
const SIGNS = /[=<>!~\u2260\u2264\u2265]+/y;
const TERM_END = /\)|(?<!\S)(?:and|or)(?![^\s()])/gi;
const LIST_END = /[,)]/g;
/** Another term inside a value, which means that AND or OR is missing. */
const NEXT_COMPARISON = String.raw`([a-z_]+)\s*(?:[=<>!\u2260\u2264\u2265]|(?:not\s+)?(?:like|in)(?!\w))`;
const NEXT_FLAG = String.raw`(${VERBS.join('|')})\s+(?:(?:${Object.values(FLAG_VERBS).join('|')})\s+)?([a-z_]+)(?!\w)`;
/** What follows the words before it: an operator, or the end of their term. */
const PHRASE_END =
  /([=<>!~\u2260\u2264\u2265])|[(),]|(?<!\S)(?:(not\s+(?:like|in)|like|in)|and|or|is|has)(?![^\s()])/gi;
const NEXT_TERM = new RegExp(String.raw`(?<=\s)(?:${NEXT_COMPARISON}|${NEXT_FLAG})`, 'gi');

const OPERATOR_SPELLINGS = new Map<string, QueryOperator>([
  ...[...COMPARISON_OPERATORS, ...LIST_OPERATORS].map((op) => [op, op] as const),
  ['<>', '!='],
  ['≠', '!='],
  ['≤', '<='],
  ['≥', '>='],
]);

/** The signs that close a quoted value, by the one that opens it. Phones and word processors write curly quotes. */
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  ...Object.fromEntries([...'“”„'].map((sign) => [sign, '”“'])),
  ...Object.fromEntries([...'‘’‚'].map((sign) => [sign, '’‘'])),
};

/** The signs that close a value which this sign opens; undefined when it is not a quote. */
export const closingQuotes = (sign = ''): string | undefined => CLOSING[sign];

/** The rest of a quoted value, with its content and the sign that closes it in the first and third group. */
export const quotedRest = (text: string, closing: string): RegExpExecArray | null =>
  new RegExp(`^((?:[^${closing}]|([${closing}])\\2)*)([${closing}])(?!\\3)`).exec(text);

/** The content of a quoted value: a doubled quote is an escaped quote. */
export const unescapeQuotes = (content: string, closing: string): string =>
  content.replaceAll(new RegExp(`([${closing}])\\1`, 'g'), '$1');

/** Splits a query into pieces. The parser decides which pieces are valid where. */
export class Lexer {
  readonly source: string;
  #at = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** Position of the next piece. */
  get at(): number {
    this.#at += this.#match(SPACE)?.length ?? 0;
    return this.#at;
  }

  get done(): boolean {
    return this.at === this.source.length;
  }

  /** Consumes a character if it is next. */
  takeSign(sign: string): boolean {
    if (this.source[this.at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  /** The next word, without consuming it. */
  peekWord(): Piece | null {
    return this.#piece(this.at, this.#match(WORD));
  }

  takeWord(): Piece | null {
    const word = this.peekWord();
    if (word) this.#at = word.to;
    return word;
  }

  /** Consumes a keyword if it is next, case-insensitive. */
  takeKeyword(keyword: string): boolean {
    if (this.peekWord()?.text.toLowerCase() !== keyword) return false;
    this.takeWord();
    return true;
  }

  /** Consumes an operator; null when none is next. `op` is undefined for an unknown operator. */
  takeOperator(): (Piece & { op: QueryOperator | undefined }) | null {
    const from = this.at;
    const signs = this.#match(SIGNS);
    if (signs) this.#at += signs.length;
    else {
      this.takeKeyword('not');
      if (!this.takeKeyword('like') && !this.takeKeyword('in')) {
        this.#at = from;
        return null;
      }
    }
    const text = this.source.slice(from, this.#at);
    const op = OPERATOR_SPELLINGS.get(text.toUpperCase().replace(/\s+/g, ' '));
    return { text, from, to: this.#at, op };
  }

  /** Consumes a quoted or unquoted value; empty when there is none. @throws QuerySyntaxError */
  takeValue(context: ValueContext): ValuePiece {
    const from = this.at;
    const closing = closingQuotes(this.source[from]);
    return closing ? this.#quotedValue(from, closing) : this.#bareValue(from, context);
  }

  /** The next word or character, for error messages. */
  next(): Piece {
    const from = this.at;
    const word = this.peekWord()?.text ?? this.#match(CHARACTER) ?? '';
    return { text: word, from, to: from + word.length };
  }

  /** The words at a position, up to an operator or the end of their term; for what was probably meant. */
  phraseAt(from: number): Piece & { hasOperator: boolean } {
    PHRASE_END.lastIndex = from;
    const end = PHRASE_END.exec(this.source);
    const text = this.source.slice(from, end?.index).trimEnd();
    return { text, from, to: from + text.length, hasOperator: Boolean(end?.[1] ?? end?.[2]) };
  }

  #quotedValue(from: number, closing: string): ValuePiece {
    const [, content] = quotedRest(this.source.slice(from + 1), closing) ?? [];
    if (content === undefined)
      throw issueAt({ from, to: this.source.length }, 'This quote is not closed', `a closing ${closing[0]}`);
    this.#at = from + content.length + 2;
    return { text: unescapeQuotes(content, closing), from, to: this.#at, quoted: true };
  }

  #bareValue(from: number, context: ValueContext): ValuePiece {
    const ending = context === 'term' ? TERM_END : LIST_END;
    ending.lastIndex = from;
    const text = this.source.slice(from, ending.exec(this.source)?.index).trimEnd();
    const to = from + text.length;
    if (context === 'term') this.#rejectTerms(text, from);
    this.#at = to;
    return { text, from, to, quoted: false };
  }

  /** Rejects an unquoted value that contains another term. @throws QuerySyntaxError */
  #rejectTerms(text: string, start: number): void {
    if (text.startsWith('('))
      throw issueAt(
        { from: start, to: start + 1 },
        'A value cannot start with (',
        'IN for several values, or quotes around the value',
      );
    for (const {
      index,
      0: { length },
      1: compared,
      2: verb,
      3: flag,
    } of text.matchAll(NEXT_TERM)) {
      const name = compared ?? flag ?? '';
      const field = findField(name);
      if (!field || (verb !== undefined && field.verb !== verb.toLowerCase())) continue;
      const [from, to] = [start + index, start + index + length];
      const [signs, last] = /([|&])\1?\s*$/.exec(text.slice(0, index)) ?? [];
      const word = last === '|' ? 'OR ' : 'AND ';
      throw issueAt(
        { from, to },
        `Another term starts at ${quoted(name)}`,
        'AND or OR before it, or quotes around the value',
        { from: from - (signs?.length ?? 0), to: from, text: word },
      );
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.source)?.[0];
  }

  #piece(from: number, text: string | undefined): Piece | null {
    return text === undefined ? null : { text, from, to: from + text.length };
  }
}
