import { useRef } from 'react';
import {
  type MarketSearchParams,
  marketFilter,
} from '../../../../src/contract/market/market-search-params.ts';
import type { Fetched } from '../../../lib/server/fetched.ts';
import { Button } from '../../../ui/button.tsx';
import { useAnnouncement } from '../../../ui/live-region.tsx';
import { useLiveSales } from './use-live-sales.ts';
import type { SalesPage } from './use-sales.ts';

interface LiveSalesProps {
  params: MarketSearchParams;
  sales: Fetched<SalesPage>;
}

/**
 * Announces new sales and shows them when pressed. Until then the list does not move, and neither does this button.
 */
export function LiveSales({ params, sales }: LiveSalesProps) {
  const { label, show } = useLiveSales(marketFilter(params), sales);
  const place = useRef<HTMLDivElement>(null);
  useAnnouncement(label);

  async function press() {
    // The button is about to disappear, and keyboard focus with it.
    place.current?.focus({ preventScroll: true });
    await show();
  }

  return (
    <div
      ref={place}
      tabIndex={-1}
      className="outline-none max-md:fixed max-md:inset-x-0 max-md:bottom-4 max-md:z-10 max-md:flex max-md:justify-center max-md:pointer-events-none"
    >
      {label && (
        <Button
          variant="primary"
          onClick={press}
          className="animate-rise pointer-events-auto tabular-nums max-md:shadow-high"
        >
          {label}
        </Button>
      )}
    </div>
  );
}
