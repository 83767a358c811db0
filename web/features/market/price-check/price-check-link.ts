import {
  type MarketSearchParams,
  printSearchParams,
} from '../../../../src/contract/market/market-search-params.ts';
import { checkOf, printCheck } from '../../../../src/contract/market/price-check-search-params.ts';
import { nameLink } from '../../../lib/name-link.ts';

/** A link to the page of a name, with the same filters. */
export function filteredNameLink(params: MarketSearchParams, name: string) {
  const { kind } = params;
  return nameLink(kind, name, printSearchParams({ ...params, page: 1 }, { kind, name }));
}

/** The id of a price check, which is below the fold of a phone. */
export const PRICE_CHECK = 'price-check';

/** The id of the sales that the answer of a price check is about: in one column they are below all its fields. */
export const CHECKED_SALES = 'checked-sales';

/** A link to the price check of a name, which asks for the traits of the filters. @param part an id on its page */
export function priceCheckLink(params: MarketSearchParams, name: string, part = PRICE_CHECK) {
  const { href, state } = filteredNameLink({ ...params, check: printCheck(checkOf(params.filters)) }, name);
  return { href: `${href}#${part}`, state };
}
