import { useCallback, useMemo } from 'react';
import { ignoredFilters } from '../../../src/contract/market/filter-fields.ts';
import {
  type MarketFilters,
  type MarketSearchParams,
  type NamePageRef,
  printSearchParams,
  readSearchParams,
} from '../../../src/contract/market/market-search-params.ts';
import { PATHS } from '../../lib/paths.ts';
import { type UrlState, type UrlStateFormat, useUrlState } from '../../lib/use-url-state.ts';

const formatOf = (place?: NamePageRef): UrlStateFormat<MarketSearchParams> => ({
  read: (search) => readSearchParams(search, place),
  print: (params) => printSearchParams(params, place),
  ignored: (search) => ignoredFilters(readSearchParams(search, place).kind, new URLSearchParams(search)),
  keepsPage: ['page', 'days', 'chart', 'zoom', 'scale', 'colour', 'check'],
});

/** A page that shows one name: its path and the name. */
export interface NamePlace extends NamePageRef {
  path: string;
}

export interface MarketNavigation extends Omit<UrlState<MarketSearchParams>, 'clear'> {
  /** The removable filters: all filters except the name of a name page. */
  chosen: MarketFilters;
  /** Changes some filters; undefined removes one. `typing` as in `Go`; `more` changes with them. */
  filter: (change: MarketFilters, typing?: string, more?: Partial<MarketSearchParams>) => void;
  /** Removes all filters but those kept, and discards input that is not applied yet. */
  clear: (kept?: MarketFilters) => void;
}

/**
 * The URL of Market History as state.
 *
 * @param page the page of a name, whose filters always include that name; without it, Market History itself
 */
export function useMarketSearchParams(page?: NamePlace): MarketNavigation {
  const { path = PATHS.market, kind, name } = page ?? {};
  const format = useMemo(() => formatOf(kind && name ? { kind, name } : undefined), [kind, name]);
  const { params, go, ignored, cleared, clear: clearTo } = useUrlState(path, format);
  const filter = useCallback<MarketNavigation['filter']>(
    (change, typing, more) =>
      go({ ...more, filters: { ...format.read(location.search).filters, ...change } }, typing),
    [go, format],
  );
  const clear = useCallback<MarketNavigation['clear']>((kept = {}) => clearTo({ filters: kept }), [clearTo]);
  return useMemo(() => {
    const { name: own, exact, ...others } = params.filters;
    const chosen = name ? others : params.filters;
    return { params, chosen, ignored, go, filter, clear, cleared };
  }, [params, name, ignored, go, filter, clear, cleared]);
}
