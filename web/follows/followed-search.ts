import { equivalenceText, filterOfSearch, isNarrowed } from '../../src/contract/follows/follow-search.ts';
import type { Follow } from '../../src/contract/follows/follows.ts';
import type { MarketFilters } from '../../src/contract/market/market-search-params.ts';
import { zMarketFilter } from '../../src/contract/market/sale-filter.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';

export interface FollowButtonProps {
  /** The search: the kind and the filters of a list. */
  kind: SaleKind;
  filters: MarketFilters;
  /** The price that a condition starts with. */
  price?: number | null;
  /** Identifies the button on its page: a sign-in returns to it. */
  anchor?: string;
}

const EVERY = { type: 'every' } as const;

/** A text that searches share which select the same sales; null for one that cannot be followed. */
export function searchKey(kind: SaleKind, filters: MarketFilters): string | null {
  const { data } = zMarketFilter.safeParse({ kind, ...filters });
  return data && isNarrowed(data) ? equivalenceText(data, EVERY) : null;
}

/** The same for a follow; null when its filter is not valid any more. */
export function followKey({ search }: Pick<Follow, 'search'>): string | null {
  try {
    return equivalenceText(filterOfSearch(search), EVERY);
  } catch {
    return null;
  }
}
