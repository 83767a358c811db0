import { filterTitle, reversedRangesMessage } from '../market/filter-labels.ts';
import { filterTerms, restrictingValues } from '../market/filter-terms.ts';
import {
  type MarketFilters,
  printSearchParams,
  readSearchParams,
  START,
} from '../market/market-search-params.ts';
import { zMarketFilter } from '../market/sale-filter.ts';
import { canonical } from '../query/canonical.ts';
import { nodeOf } from '../query/convert.ts';
import type { ParsedFilter } from '../query/matches-filter.ts';
import { printQuery } from '../query/printer.ts';
import { matchesNothing, restricts } from '../query/restricts.ts';
import { KINDS, type SaleKind } from '../sale/kinds.ts';
import { priceText } from '../sale/price.ts';
import { LIMITS } from '../shared/limits.ts';
import { foldCase, nameKey } from '../shared/text.ts';
import type { FollowCondition } from './follows.ts';

/**
 * The filters that leave out sales, with the query as canonical text: without empty ones, and without `exact` when there is
 * no name.
 */
function narrowingFilters({ kind: _, query, name, exact, ...values }: ParsedFilter): MarketFilters {
  return {
    ...(name && { name, ...(exact && { exact }) }),
    ...(query && restricts(canonical(query.ast)) && { query: query.text }),
    ...restrictingValues(values),
  };
}

const NO_MATCH = 'No sale can match this filter and condition';

export const isNarrowed = (filter: ParsedFilter): boolean => Object.keys(narrowingFilters(filter)).length > 0;

/** Why obviously no sale can pass the filter and the condition (docs/follows.md); null otherwise. */
export function noMatchMessage(filter: ParsedFilter, condition: FollowCondition): string | null {
  const { min_price = LIMITS.price.min, max_price = LIMITS.price.max, ...filters } = narrowingFilters(filter);
  const least = condition.type === 'at_or_above' ? Math.max(min_price, condition.price) : min_price;
  const most = condition.type === 'at_or_below' ? Math.min(max_price, condition.price) : max_price;
  const values = { ...filters, min_price: least, max_price: most };
  const terms = [...filterTerms(values), ...(filter.query ? [filter.query.ast] : [])];
  const isEmpty = matchesNothing(canonical({ type: 'and', terms }));
  return reversedRangesMessage(values) ?? (isEmpty ? NO_MATCH : null);
}

/** A filter as the query string of Market History, in canonical form. */
export const searchOf = (filter: ParsedFilter): string =>
  printSearchParams({ ...START, kind: filter.kind, filters: narrowingFilters(filter) });

/** The filter of a stored query string. @throws ZodError when it is no longer valid: nothing is ignored */
export function filterOfSearch(search: string): ParsedFilter {
  const { tab: _, ...fields } = Object.fromEntries(new URLSearchParams(search));
  return zMarketFilter.parse({ ...fields, kind: readSearchParams(search).kind });
}

/** Filters with the same text select the same sales, with simple filters or with a query, however they are written. */
export function equivalenceText(filter: ParsedFilter, condition: FollowCondition): string {
  // A name counts by its key, which has a % only when it consists of symbols.
  const node = nodeOf({ ...filter, name: filter.name && nameKey(filter.name) });
  const text = node ? printQuery(canonical(node)) : foldCase(searchOf(filter));
  return JSON.stringify([filter.kind, text, condition.type, 'price' in condition ? condition.price : null]);
}

const CONDITION_LABELS: Record<FollowCondition['type'], (price: string) => string | null> = {
  every: () => null,
  at_or_below: (price) => `at or below ${price}`,
  at_or_above: (price) => `at or above ${price}`,
  outside_middle_half: () => 'outside the middle half of similar sales',
};

/** A condition in words, to follow the filter: `at or below 5,000 PD`; null for every match. */
const conditionLabel = (condition: FollowCondition): string | null =>
  CONDITION_LABELS[condition.type]('price' in condition ? priceText(condition.price) : '');

/** A follow in words: `Adamant Garchomp, at or below 1,000,000 PD`. */
export function followLabel(kind: SaleKind, search: string, condition: FollowCondition): string {
  const title = filterTitle(kind, readSearchParams(search).filters);
  return [title || KINDS[kind].label, conditionLabel(condition)].filter(Boolean).join(', ');
}
