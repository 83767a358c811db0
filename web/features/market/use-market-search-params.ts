import { useCallback, useMemo, useState } from 'react';
import {
  type MarketFilters,
  type MarketSearchParams,
  type NamePageRef,
  printSearchParams,
  readSearchParams,
} from '../../../src/contract/market/market-search-params.ts';
import { PATHS } from '../../app/paths.ts';
import { type AddressFormat, type Go, useAddress } from '../../lib/use-address.ts';

const formatOf = (place?: NamePageRef): AddressFormat<MarketSearchParams> => ({
  read: (search) => readSearchParams(search, place),
  print: (address) => printSearchParams(address, place),
  keepsPage: ['page', 'days', 'chart', 'zoom', 'scale', 'colour', 'check'],
});

const MARKET = formatOf();

/** A page of one name's sales: its path, and the name. */
export interface NamePage extends NamePageRef {
  path: string;
}

export interface MarketNavigation {
  address: MarketSearchParams;
  /** The filters that can be taken off: those of the address without the name that the page is of. */
  chosen: MarketFilters;
  go: Go<MarketSearchParams>;
  /** Changes some filters; undefined takes one off. `typing` as in `Go`. */
  filter: (change: MarketFilters, typing?: string) => void;
  /** Takes off all filters but those kept, and with them whatever is typed and not yet in effect. */
  clear: (kept?: MarketFilters) => void;
  /** How often that was: a field with another number starts anew. */
  cleared: number;
}

/**
 * The address of Market History as state.
 *
 * @param page the page of a name, whose filters always hold that name; without one it is Market History itself
 */
export function useMarketAddress(page?: NamePage): MarketNavigation {
  const { path = PATHS.market, kind, name } = page ?? {};
  const format = useMemo(() => (kind && name ? formatOf({ kind, name }) : MARKET), [kind, name]);
  const { address, go } = useAddress(path, format);
  const filter = useCallback<MarketNavigation['filter']>(
    (change, typing) => go({ filters: { ...format.read(location.search).filters, ...change } }, typing),
    [go, format],
  );
  const [cleared, setCleared] = useState(0);
  const clear = useCallback<MarketNavigation['clear']>(
    (kept = {}) => {
      go({ filters: kept });
      setCleared((times) => times + 1);
    },
    [go],
  );
  return useMemo(() => {
    const { name: own, exact, ...others } = address.filters;
    const chosen = name ? others : address.filters;
    return { address, chosen, go, filter, clear, cleared };
  }, [address, name, go, filter, clear, cleared]);
}
