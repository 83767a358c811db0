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

/** The id of the sales that the answer of a price check is about: in one column they are below all its fields. */
export const CHECKED_SALES = 'checked-sales';

/** A link to the price check of a name, which asks for the traits of the filters. */
export const priceCheckLink = (params: MarketSearchParams, name: string) =>
  filteredNameLink({ ...params, check: printCheck(checkOf(params.filters)) }, name);
