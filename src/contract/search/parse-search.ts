import { type FilterValues, filtersFor } from '../market/filter-fields.ts';
import type { MarketFilters, MarketOrder } from '../market/market-search-params.ts';
import { searchText } from '../market/search-param-values.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { takePrices } from './amounts.ts';
import { takeDays } from './days.ts';
import {
  includedName,
  isExcluded,
  type ResolvedName,
  reserveNames,
  takeLeftovers,
  wholeName,
} from './names.ts';
import { takeOrder } from './order.ts';
import type { Span } from './qualifiers.ts';
import { type SearchTerm, SearchText } from './search-text.ts';
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
  /** The pieces of the text that set the order, or filters other than the name; from left to right. */
  terms: SearchTerm[];
  /** Pieces that mean nothing here, or contradict an earlier piece; from left to right. */
  ignored: Span[];
}

const isOfPokemon = ({ filters }: SearchTerm): boolean =>
  Object.keys(filtersFor('item', filters)).length < Object.keys(filters).length;

const byPosition = (a: Span, b: Span): number => a.from - b.from;

function nameFilters(resolved: ResolvedName | null): MarketFilters {
  const name = resolved && searchText(resolved.name);
  return name ? { name, ...(resolved.exact && { exact: true }) } : {};
}

/** Text without a word that tells anything, searched for as it is. */
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
  const whole = wholeName(text, vocabulary);
  if (whole && !isExcluded(text, whole))
    return { kind: whole.kind, filters: nameFilters(whole), order: null, terms: [], ignored: [] };

  const kindWord = text.words().flatMap((word) => kindNamed(word) ?? [])[0] ?? null;
  reserveNames(text, vocabulary);
  takeOrder(text);
  takeTraits(text);
  takeDays(text, today);
  takePrices(text);
  takeWords(text, vocabulary);

  const required = text.terms.some(isOfPokemon) ? 'pokemon' : kindWord;
  const named = includedName(text, vocabulary, required);
  const isOnlyName = text.terms.length === 0 && text.ignored.length === 0 && kindWord === null;
  const resolved = named ?? (isOnlyName ? unknownName(source) : null);
  const left = resolved ? takeLeftovers(text, vocabulary, resolved) : [];
  const kind = resolved?.kind ?? (text.terms.some(isOfPokemon) ? 'pokemon' : kindWord);
  // An item has no traits: its name tells more than they do.
  const isMeant = (term: SearchTerm) => kind !== 'item' || !isOfPokemon(term);
  const unread = [...left.map((word) => text.spanOf(word)), ...text.ignored];
  const alternatives = alternativesIn(source, [...text.terms, ...unread]);
  const isAlternative = ({ from }: Span) => alternatives.some((one) => one.from <= from && from < one.to);
  const terms = text.terms.filter((term) => isMeant(term) && !isAlternative(term)).toSorted(byPosition);
  const values: FilterValues = Object.assign({}, ...terms.map(({ filters }) => filters));
  return {
    kind,
    filters: { ...nameFilters(resolved), ...values },
    order: terms.find(({ order }) => order)?.order ?? null,
    terms,
    ignored: merged(source, [...unread, ...alternatives, ...text.terms.filter((term) => !isMeant(term))]),
  };
}

/** Pieces that OR joins, with the next one: filters combine by AND. */
const alternativesIn = (source: string, pieces: readonly Span[]): Span[] =>
  pieces.toSorted(byPosition).flatMap((piece, at, all) => {
    const next = all[at + 1];
    const areJoined =
      next &&
      /^[\s,;)]*(?:and\s*\/\s*)?or(?:\s+(?:an?|the))?[\s,;(]*$/i.test(source.slice(piece.to, next.from));
    return areJoined ? [{ from: piece.from, to: next.to }] : [];
  });

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
