import { saleIdAt } from '../cards/card-paths.ts';
import { activeFilters } from '../market/filter-labels.ts';
import { checkOf, filtersBesidesCheck, type PriceCheck } from '../market/price-check-search-params.ts';
import type { ParsedSearch } from './parse-search.ts';

/** Not `sale 2025`, which may mean the year. */
const SALE_NUMBER = /^\s*(?:(?:sale\s*)?#\s*|sale\s+(?!20\d\d\s*$))(\d+)\s*$/i;

/** The number of the sale that a text asks for, as in `#4836` and `sale 4836`; undefined for other texts. */
export const saleNumber = (text: string): number | undefined => saleIdAt(SALE_NUMBER.exec(text)?.[1] ?? '');

/**
 * The price check that a text asks for, as in `is 450k a good price for leftovers`: it has a known name and an exact price, and
 * asks whether that is a good one. Null if it does not, and if a part of it would be lost.
 */
export function askedCheck({ asks, filters, order }: ParsedSearch): PriceCheck | null {
  const check = checkOf(filters);
  const isWhole = activeFilters(filtersBesidesCheck(filters)).length === 0 && !order;
  return asks && filters.exact && check.price !== null && isWhole ? check : null;
}
