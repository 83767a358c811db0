import type { MouseEvent } from 'react';
import {
  type MarketSearchParams,
  marketFilter,
} from '../../../../src/contract/market/market-search-params.ts';
import type { Fetched } from '../../../lib/server/fetched.ts';
import { Button } from '../../../ui/button.tsx';
import { moveFocus } from '../../../ui/hooks/move-focus.ts';
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
  useAnnouncement(label);

  function press({ currentTarget }: MouseEvent<HTMLElement>) {
    moveFocus(currentTarget.parentElement);
    return show();
  }

  return (
    <div className="max-md:fixed max-md:inset-x-0 max-md:bottom-4 max-md:z-10 max-md:flex max-md:justify-center max-md:pointer-events-none">
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
