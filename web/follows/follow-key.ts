import { equivalenceText, filterOfSearch, isNarrowed } from '../../src/contract/follows/follow-search.ts';
import type { Follow } from '../../src/contract/follows/follows.ts';
import { type MarketFilter, zMarketFilter } from '../../src/contract/market/sale-filter.ts';

const EVERY = { type: 'every' } as const;

/** The same text for all searches that select the same sales; null for a search that cannot be followed. */
export function searchKey(filter: MarketFilter): string | null {
  const { data } = zMarketFilter.safeParse(filter);
  return data && isNarrowed(data) ? equivalenceText(data, EVERY) : null;
}

/** The same for a follow; null when its filter is no longer valid. */
export function followKey({ search }: Pick<Follow, 'search'>): string | null {
  try {
    return equivalenceText(filterOfSearch(search), EVERY);
  } catch {
    return null;
  }
}
