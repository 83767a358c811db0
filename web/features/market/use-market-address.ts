import { useCallback, useMemo, useState } from 'react';
import { PATHS } from '../../app/paths.ts';
import { type AddressFormat, type Go, useAddress } from '../../lib/use-address.ts';
import { type MarketAddress, type MarketFilters, printAddress, readAddress } from './market-address.ts';

const FORMAT: AddressFormat<MarketAddress> = {
  read: readAddress,
  print: printAddress,
  keepsPage: ['page', 'days', 'chart'],
};

export interface MarketNavigation {
  address: MarketAddress;
  go: Go<MarketAddress>;
  /** Changes some filters; undefined takes one off. `typing` as in `Go`. */
  filter: (change: MarketFilters, typing?: string) => void;
  /** Takes off all filters but those kept, and with them whatever is typed and not yet in effect. */
  clear: (kept?: MarketFilters) => void;
  /** How often that was: a field with another number starts anew. */
  cleared: number;
}

/** The address of Market History as state. */
export function useMarketAddress(): MarketNavigation {
  const { address, go } = useAddress(PATHS.market, FORMAT);
  const filter = useCallback<MarketNavigation['filter']>(
    (change, typing) => go({ filters: { ...readAddress(location.search).filters, ...change } }, typing),
    [go],
  );
  const [cleared, setCleared] = useState(0);
  const clear = useCallback<MarketNavigation['clear']>(
    (kept = {}) => {
      go({ filters: kept });
      setCleared((times) => times + 1);
    },
    [go],
  );
  return useMemo(() => ({ address, go, filter, clear, cleared }), [address, go, filter, clear, cleared]);
}
