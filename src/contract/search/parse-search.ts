import { type FilterValues, filtersFor } from '../market/filter-fields.ts';
import type { MarketFilters, MarketOrder } from '../market/market-search-params.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { foldCase, type Span } from '../shared/text.ts';
import { choicesIn, choicesQuery } from './alternatives.ts';
import { BOUNDS_BEHIND, takePrices } from './amounts.ts';
import { ONE_PERIOD, takeDays } from './days.ts';
import { NameFinder, nameFilters, type ResolvedName } from './names.ts';
import { takeOrder } from './order.ts';
import { rule } from './rule.ts';
import { type SearchTerm, SearchText, type Word } from './search-text.ts';
import { takeTraits } from './traits.ts';
import type { Vocabulary } from './vocabulary.ts';
import { kindNamed, takeWords } from './words.ts';

/** What a player asks for, as filters of Market History. */
export interface ParsedSearch {
  /** The kind of sales that the text is about; null when it fits both. */
  kind: SaleKind | null;
  /** All filters, with the name. `exact` when the name is one of the catalogue. */
  filters: MarketFilters;
  /** The order of the list, if the text asks for one. */
  order: MarketOrder | null;
  /** Whether the text asks if its price is a good one, and nothing else that it says would be lost. */
  asks: boolean;
  /** The pieces of the text that set the order, or filters other than the name; from left to right. */
  terms: SearchTerm[];
  /** Pieces that mean nothing here, or contradict an earlier piece; from left to right. */
  ignored: Span[];
}

const isOfPokemon = ({ filters }: SearchTerm): boolean =>
  Object.keys(filtersFor('item', filters)).length < Object.keys(filters).length;

const byPosition = (a: Span, b: Span): number => a.from - b.from;

/** Text without any meaningful word, searched for as typed. */
const unknownName = (source: string): ResolvedName => ({
  name: source,
  exact: false,
  kind: null,
  words: [],
});

/**
 * Parses a search as players type it, with its words in any order (docs/search.md). Never throws.
 *
 * @param source any text; the caller limits its length
 * @param today in UTC; relative days refer to it
 */
export function parseSearch(source: string, vocabulary: Vocabulary, today: string): ParsedSearch {
  const text = new SearchText(source);
  const finder = new NameFinder(text, vocabulary);
  const whole = finder.whole();
  const empty = { order: null, asks: false, terms: [], ignored: [] };
  if (whole) return { kind: whole.kind, filters: nameFilters(whole), ...empty };

  const kindWord = text.words().flatMap((word) => kindNamed(word) ?? [])[0] ?? null;
  finder.reserve();
  text.take(JUDGED, () => ({}));
  const isJudged = text.terms.length > 0;
  text.separate(BOUNDS_BEHIND);
  takeOrder(text);
  takeTraits(text);
  takeDays(text, today);
  takePrices(text);
  takeWords(text, vocabulary);

  const required = text.terms.some(isOfPokemon) ? 'pokemon' : kindWord;
  const named = finder.included(required);
  const isOnlyName = text.terms.length === 0 && text.ignored.length === 0 && kindWord === null;
  const resolved = named ?? (isOnlyName ? unknownName(source) : null);
  const left = resolved ? finder.takeLeftovers(resolved) : [];
  const kind = resolved?.kind ?? (text.terms.some(isOfPokemon) ? 'pokemon' : kindWord);
  const names = finder.others(resolved, left);
  const unknown = left.map((word) => text.spanOf(word));
  const bounds = unknown.filter((piece) => !isWithin(names, piece));
  const bounded = text.terms.filter((term) => bounds.some((word) => mayBound(source, word, term)));
  // An item has no traits, so its name outweighs them.
  const isMeant = (term: SearchTerm) => !bounded.includes(term) && (kind !== 'item' || !isOfPokemon(term));
  const unparsed = [...unknown, ...bounded.map(({ from, to }) => ({ from, to })), ...text.ignored];
  const choices = choicesIn(source, [
    ...[...text.terms, ...text.contradictions].filter(isMeant),
    ...names,
    ...unparsed.filter((piece) => !isWithin(names, piece)),
  ]);
  const isFree = (piece: Span) => !isWithin([...choices.terms, ...choices.ignored], piece);
  const meant = text.terms.filter((term) => isMeant(term) && isFree(term));
  const values: FilterValues = Object.assign({}, ...meant.map(({ filters }) => filters));
  // Sales of one price have no order by price: `expensive` is about that price.
  const isOnePrice = values.min_price !== undefined && values.min_price === values.max_price;
  const terms = meant.filter(({ order }) => !(isOnePrice && order?.sort === 'price'));
  const only = resolved?.words.every((word) => isFree(text.spanOf(word))) ? resolved : null;
  const lost = [
    ...[...unparsed, ...text.contradictions].filter(isFree),
    ...choices.ignored,
    ...text.terms.filter((term) => !isMeant(term)),
  ];
  const isMarked = endsWithMark(source, terms);
  const isAsked =
    isMarked || isJudged || terms.length < meant.length || asksByWord(text, resolved?.words ?? []);
  const query = choicesQuery(kind, choices);
  return {
    kind,
    filters: { ...nameFilters(only), ...values, ...(query && { query }) },
    order: terms.find(({ order }) => order)?.order ?? null,
    // Who asks with a question mark may use any words.
    asks: isAsked && lost.every((piece) => isMarked && bounds.includes(piece)),
    terms: [...terms, ...choices.terms].toSorted(byPosition),
    ignored: merged(source, lost),
  };
}

/** Asks whether a price is a good one. `cheap` and `expensive` alone ask for an order. */
const JUDGED = rule('too (?:much|high|low|cheap|expensive|pricey)|(?:over|under)_-?_priced');
const ASKING = new Set(['good', 'fair', 'worth', 'ok', 'okay']);

/** Whether a word that is not of the name asks. */
const asksByWord = (text: SearchText, named: readonly Word[]): boolean =>
  text.words().some((word) => ASKING.has(word.key) && !named.some(({ from }) => from === word.from));

/** Whether a question mark that is not an unknown IV ends the text. */
function endsWithMark(source: string, terms: readonly Span[]): boolean {
  const mark = source.trimEnd().length - 1;
  return source[mark] === '?' && !isWithin(terms, { from: mark, to: mark + 1 });
}

/** Whether an unknown word is directly before an exact price or a day, month or year: in another language, it may be a bound. */
function mayBound(source: string, word: Span, { from, to, filters }: SearchTerm): boolean {
  const { min_price, max_price, date_to } = filters;
  const piece = source.slice(from, to);
  const isExact =
    (min_price !== undefined && min_price === max_price && /^[\p{N}.,]/u.test(piece)) ||
    (date_to !== undefined && ONE_PERIOD().test(foldCase(piece)));
  const isWord = !/\p{N}/u.test(source.slice(word.from, word.to));
  return isExact && isWord && /^\s+$/.test(source.slice(word.to, from));
}

const isWithin = (pieces: readonly Span[], { from }: Span): boolean =>
  pieces.some((piece) => piece.from <= from && from < piece.to);

/** Sorts pieces and joins those with only spaces and punctuation between them. */
function merged(source: string, pieces: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { from, to } of pieces.toSorted(byPosition)) {
    const last = joined.at(-1);
    if (last && !/[\p{L}\p{N}]/u.test(source.slice(last.to, from))) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
