import type { MarketSearch, SearchSuggestion } from '../../contract/market/market.ts';
import { type ParsedSearch, parseSearch } from '../../contract/search/parse-search.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { MarketVocabulary } from '../name-search/search-vocabulary.ts';
import type { MarketReads } from './market-reads.ts';

type Found = ReturnType<MarketVocabulary['containing']>;

/** The names for the whole text, for the name that it asks for, and for a typing mistake. */
function candidates(
  vocabulary: MarketVocabulary,
  text: string,
  { terms, filters: { name }, kind }: ParsedSearch,
): Found {
  const named = name ? [...vocabulary.containing(name), ...vocabulary.similar(name)] : [];
  // Traits decide the kind; a text that only names something can mean either.
  const rest =
    terms.length > 0
      ? named.filter((one) => kind === null || one.kind === kind)
      : [...named, ...vocabulary.similar(text)];
  return [...vocabulary.containing(text), ...rest];
}

/** Ten names: five of each kind, or more of one when the other has fewer. Keeps their order. */
function suggestionsOf(found: Found): SearchSuggestion[] {
  const { suggestions, perKind } = LIMITS.search;
  const names = [...new Map(found.map((one) => [`${one.kind} ${one.name}`, one])).values()];
  const sure = new Set(
    Map.groupBy(names, ({ kind }) => kind)
      .values()
      .flatMap((some) => some.slice(0, perKind)),
  );
  const others = names.filter((one) => !sure.has(one)).slice(0, suggestions - sure.size);
  return names.filter((one) => sure.has(one) || others.includes(one));
}

/**
 * What a search text means, and the names that it suggests (docs/search.md).
 *
 * @param today in UTC; relative days refer to it
 * @returns `counted` as in `Suggested`
 */
export async function searchMarket(
  { names, catalogueSource }: Pick<MarketReads, 'names' | 'catalogueSource'>,
  text: string,
  today: string,
): Promise<{ found: MarketSearch; counted: boolean }> {
  const { vocabulary, counted } = await names.vocabulary(catalogueSource);
  const parsed = parseSearch(text, vocabulary, today);
  const suggestions = suggestionsOf(candidates(vocabulary, text, parsed));
  return { found: { ...parsed, suggestions }, counted };
}
