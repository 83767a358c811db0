import type { MarketSearch, SearchSuggestion } from '../../contract/market/market.ts';
import { printSearchParams, START } from '../../contract/market/market-search-params.ts';
import { checkFilters, PRICE_CHECK, printCheck } from '../../contract/market/price-check-search-params.ts';
import { askedCheck, saleNumber } from '../../contract/search/asked-page.ts';
import { type ParsedSearch, parseSearch } from '../../contract/search/parse-search.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { salePath, slugPath } from '../../contract/shared/paths.ts';
import type { MarketVocabulary } from '../name-search/search-vocabulary.ts';
import type { MarketReads } from './market-reads.ts';

type Found = ReturnType<MarketVocabulary['containing']>;

/** The names for the whole text, for the name that it asks for, and for a typing mistake. */
function candidates(
  vocabulary: MarketVocabulary,
  text: string,
  { terms, filters: { name }, kind }: Pick<ParsedSearch, 'terms' | 'filters' | 'kind'>,
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
  const { asks, ...parsed } = parseSearch(text, vocabulary, today);
  const suggestions = suggestionsOf(candidates(vocabulary, text, parsed));
  const saleId = saleNumber(text);
  // A name that a user made up may look like the number of a sale.
  if (saleId !== undefined && !parsed.filters.exact)
    return { found: { ...ofSale(text, salePath(saleId)), suggestions }, counted };
  const page = await checkPage(names, { ...parsed, asks });
  return { found: { ...parsed, page, suggestions }, counted };
}

/** The meaning of a text that is about one sale. It is a term without filters. */
const ofSale = (text: string, page: string) => ({
  kind: null,
  filters: {},
  order: null,
  ignored: [],
  page,
  terms: [{ from: 0, to: text.length, filters: {} }],
});

/** The path of the price check that a text asks for; null when it asks for a list. */
async function checkPage(names: MarketReads['names'], parsed: ParsedSearch): Promise<string | null> {
  const { kind, filters } = parsed;
  const check = askedCheck(parsed);
  const entry = check && kind && filters.name ? (await names.of(kind)).byName(filters.name) : undefined;
  if (!check || !kind || !entry) return null;
  const { name, slug } = entry;
  const shown = { ...START, kind, filters: checkFilters(kind, name, check), check: printCheck(check) };
  return `${slugPath(kind, slug)}${printSearchParams(shown, { kind, name })}#${PRICE_CHECK}`;
}
