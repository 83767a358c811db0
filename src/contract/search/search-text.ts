import {
  FILTER_DEFINITIONS,
  type FilterParam,
  type FilterValue,
  type FilterValues,
  paramsOf,
} from '../market/filter-fields.ts';
import type { MarketFilters, MarketOrder } from '../market/market-search-params.ts';
import { ALL_FIELDS } from '../query/fields.ts';
import { keysOf } from '../shared/record.ts';
import type { Span } from '../shared/text.ts';
import { bounded, qualified, type Sign, type Subject } from './qualifiers.ts';
import type { Rule } from './rule.ts';

/** A piece that sets filters, the order of the list, or one of several filters. */
export interface SearchTerm extends Span {
  filters: FilterValues;
  order?: MarketOrder;
  alternatives?: MarketFilters[];
}

/** A word of the text. Positions refer to the normalized text. */
export interface Word extends Span {
  /** Only letters and digits, in lower case and without accents. */
  key: string;
}

/** Signs of other scripts and keyboards, and what they mean here. */
const SIGNS: Readonly<Record<string, string>> = {
  '×': 'x',
  '✕': 'x',
  '✖': 'x',
  '≤': '<=',
  '≥': '>=',
  '≠': '<>',
  '≈': '~',
  '±': '~',
  '♀': 'f',
  '♂': 'm',
  '、': ',',
  '،': ',',
  '。': '.',
  '؛': ';',
  '〜': '~',
};
const APOSTROPHE = /[’‘‛`´ʼ′]/;
const DASH = /[‐‑‒–—―−]/;
/** Punctuation that the rules read; all other characters separate words. */
const MEANINGFUL = /[\p{L}\p{N}'<>=+/.,;:|?!*%~&-]/u;

function normalized(character: string): string {
  if (APOSTROPHE.test(character)) return "'";
  if (DASH.test(character)) return '-';
  const plain = SIGNS[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return Array.from(plain, (one) => (DASH.test(one) ? '-' : MEANINGFUL.test(one) ? one : ' ')).join('');
}

/** The filters that are an end of a range, and the two ends of each. */
const ENDS = new Set(FILTER_DEFINITIONS.filter(({ op }) => op !== '=').map(({ param }) => param));
const RANGES = ALL_FIELDS.map(paramsOf).filter(({ length }) => length === 2);

/** Replaces what has been read. No rule matches it, so a rule never joins the text before and after it. */
const READ = '\n';
const WORD = /[\p{L}\p{N}]+(?:['.][\p{L}\p{N}]+)*/gu;
/** Turns a match into filters; null when it is something else. */
type Read = (match: RegExpExecArray) => FilterValues | null;

function subjectOf(filters: FilterValues): Subject {
  if (filters.date_from !== undefined || filters.date_to !== undefined) return 'day';
  return keysOf(filters).some((param) => ENDS.has(param)) ? 'amount' : 'trait';
}

const pieceOf = (match: RegExpExecArray): Span => ({ from: match.index, to: match.index + match[0].length });

/** The text of a search, of which rules take one piece after another. */
export class SearchText {
  readonly source: string;
  readonly terms: SearchTerm[] = [];
  /** Pieces that set a filter which an earlier piece set to another value. */
  readonly contradictions: SearchTerm[] = [];
  /** Pieces that no filter can express. */
  readonly ignored: Span[] = [];
  /** Where each character of the normalized text comes from. */
  readonly #origins: readonly Span[];
  readonly #normalized: string;
  /** The normalized text without the terms, and also without names. */
  #unparsed: string;
  #free: string;

  constructor(source: string) {
    this.source = source;
    const origins: Span[] = [];
    let text = '';
    let from = 0;
    for (const character of source) {
      const to = from + character.length;
      for (const unit of normalized(character).split('')) {
        text += unit;
        origins.push({ from, to });
      }
      from = to;
    }
    this.#origins = origins;
    this.#normalized = text;
    this.#unparsed = text;
    this.#free = text;
  }

  /** The words that no rule has taken; `free` omits those that are part of a name, too. */
  words({ free = false } = {}): Word[] {
    return Array.from((free ? this.#free : this.#unparsed).matchAll(WORD), ({ 0: word, index }) => ({
      from: index,
      to: index + word.length,
      key: word.replace(/['.]/g, ''),
    }));
  }

  /** Whether only spaces and punctuation are between two words, so that they can belong together. */
  areAdjacent(one: Word, next: Word): boolean {
    return !this.#free.slice(one.to, next.from).includes(READ);
  }

  /** The matches of a rule. Most have none, and matching all copies the rule. */
  #matches(pattern: Rule): Iterable<RegExpExecArray> {
    return this.#free.search(pattern()) < 0 ? [] : this.#free.matchAll(pattern());
  }

  /** Takes each match that `read` turns into filters. */
  take(pattern: Rule, read: Read): void {
    for (const match of this.#matches(pattern)) {
      const filters = read(match);
      if (filters) this.claim(pieceOf(match), filters);
    }
  }

  /** Takes each match. No other rule reads a part of one that `read` cannot turn into filters. */
  takeWhole(pattern: Rule, read: Read): void {
    for (const match of this.#matches(pattern)) {
      const filters = read(match);
      if (filters) this.claim(pieceOf(match), filters);
      else this.ignore(pieceOf(match));
    }
  }

  /** Takes each match with the words around it that bound its number. As with `takeWhole`, no other rule reads a part. */
  takeBounded(
    pattern: Rule,
    read: (match: RegExpExecArray, sign: Sign | undefined) => FilterValues | null,
  ): void {
    for (const match of this.#matches(pattern)) {
      const { sign, ...piece } = bounded(this.#free, pieceOf(match));
      const filters = read(match, sign);
      if (filters) this.claim(piece, filters);
      else this.ignore(piece);
    }
  }

  /** Turns a piece of the normalized text into filters, unless words around it say what no filter can. */
  claim(piece: Span, filters: FilterValues): void {
    const whole = qualified(this.#free, piece, subjectOf(filters));
    if (whole) this.ignore(whole);
    else if (this.#contradicts(filters)) this.contradictions.push({ ...this.#read(piece), filters });
    else this.terms.push({ ...this.#read(piece), filters });
  }

  /** Takes each match as the order of the list, unless words around it exclude it or another piece set another one. */
  takeOrder(pattern: Rule, order: MarketOrder): void {
    for (const match of this.#matches(pattern)) {
      const piece = pieceOf(match);
      const whole = qualified(this.#free, piece, 'trait');
      if (whole) this.ignore(whole);
      else if (this.terms.some((term) => term.order)) this.ignore(piece);
      else this.terms.push({ ...this.#read(piece), filters: {}, order });
    }
  }

  /** A name of the normalized text with what excludes it; null without. */
  exclusionOf({ from, to }: Span): Span | null {
    const whole = qualified(this.#unparsed, { from, to }, 'trait');
    return whole && whole.from < from ? { from: whole.from, to } : null;
  }

  /** Takes a piece of the normalized text that is understood, but cannot be a filter. */
  ignore(piece: Span): void {
    this.ignored.push(this.#read(piece));
  }

  #read({ from, to }: Span): Span {
    this.#unparsed = masked(this.#unparsed, from, to);
    this.#free = masked(this.#free, from, to);
    return this.spanOf({ from, to });
  }

  /** Separates each match, which ends with a space, from the text after it, so that no rule joins them. */
  separate(pattern: Rule): void {
    this.#free = this.#free.replace(pattern(), (words) => words.slice(0, -1) + READ);
  }

  /** Keeps a piece of the normalized text for a name, so that no rule takes it. */
  reserve({ from, to }: Span): void {
    this.#free = masked(this.#free, from, to);
  }

  /** A piece of the normalized text as a piece of the text as typed, without surrounding spaces. */
  spanOf({ from, to }: Span): Span {
    const piece = this.#normalized.slice(from, to);
    const first = this.#origins[from + piece.length - piece.trimStart().length]?.from ?? 0;
    const last = this.#origins[to - 1 - (piece.length - piece.trimEnd().length)]?.to ?? first;
    return { from: first, to: last };
  }

  /** Words as typed. What is between adjacent ones is kept, such as a hyphen. */
  typed(words: readonly Word[]): string {
    let text = '';
    words.forEach((word, at) => {
      const before = words[at - 1];
      const { from, to } = this.spanOf(word);
      const between = before && this.areAdjacent(before, word) ? this.spanOf(before).to : null;
      text +=
        between === null ? `${at ? ' ' : ''}${this.source.slice(from, to)}` : this.source.slice(between, to);
    });
    return text;
  }

  #contradicts(filters: FilterValues): boolean {
    const all: Partial<Record<FilterParam, FilterValue>> = { ...filters };
    for (const term of this.terms)
      for (const [param, value] of Object.entries(term.filters) as [FilterParam, FilterValue][]) {
        if (filters[param] !== undefined && filters[param] !== value) return true;
        all[param] = value;
      }
    return RANGES.some(([min, max]) => {
      const [least, most] = [min && all[min], max && all[max]];
      return least !== undefined && most !== undefined && least > most;
    });
  }
}

const masked = (text: string, from: number, to: number): string =>
  text.slice(0, from) + READ.repeat(to - from) + text.slice(to);
