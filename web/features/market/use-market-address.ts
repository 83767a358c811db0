import { useCallback, useMemo } from 'react';
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
}

/** The address of Market History as state. */
export function useMarketAddress(): MarketNavigation {
  const { address, go } = useAddress(PATHS.market, FORMAT);
  const filter = useCallback<MarketNavigation['filter']>(
    (change, typing) => go({ filters: { ...readAddress(location.search).filters, ...change } }, typing),
    [go],
  );
  return useMemo(() => ({ address, go, filter }), [address, go, filter]);
}
