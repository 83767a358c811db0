import { filtersOfKind } from '../../../../src/contract/market/filter-fields.ts';
import {
  type MarketSearchParams,
  printSearchParams,
} from '../../../../src/contract/market/market-search-params.ts';
import {
  checkFilters,
  checkOf,
  PRICE_CHECK,
  printCheck,
} from '../../../../src/contract/market/price-check-search-params.ts';
import { nameLink } from '../../../lib/name-link.ts';

/** A link to the page of a name, with the same filters. */
export function filteredNameLink(params: MarketSearchParams, name: string) {
  const { kind } = params;
  return nameLink(kind, name, printSearchParams({ ...params, page: 1 }, { kind, name }));
}

/** The id of the sales that the answer of a price check is about: in one column they are below all its fields. */
export const CHECKED_SALES = 'checked-sales';

/** Values in which similar sales may differ anyway (docs/similar-sales.md). */
const MAY_DIFFER = ['hidden_power', 'min_level', 'max_level'];

/** Without the filters that no price check has and every similar sale of a list meets: price, day, proof, ranges of IVs. */
export function checkedParams(params: MarketSearchParams, name: string): MarketSearchParams {
  const { kind, filters } = params;
  const kept = new Set([...Object.keys(checkFilters(kind, name, checkOf(filters))), ...MAY_DIFFER]);
  const dropped = filtersOfKind(kind).filter(({ param }) => !kept.has(param));
  return {
    ...params,
    filters: { ...filters, ...Object.fromEntries(dropped.map(({ param }) => [param, undefined])) },
  };
}

/** A link to the price check of a name, which asks for the traits of the filters. @param part an id on its page */
export function priceCheckLink(params: MarketSearchParams, name: string, part = PRICE_CHECK) {
  const checked = checkedParams(params, name);
  const { href, state } = filteredNameLink({ ...checked, check: printCheck(checkOf(params.filters)) }, name);
  return { href: `${href}#${part}`, state };
}
