import { lazy, Suspense } from 'react';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { usePriceHistory } from './use-price-history.ts';

/** Large, so it is loaded when there is something to draw. */
const HistoryPanel = lazy(() => import('./history-panel.tsx').catch(() => ({ default: NotLoaded })));

interface PriceHistoryProps extends Pick<MarketNavigation, 'params' | 'go'> {
  /** The number of sales in the list; undefined while it loads. */
  total: number | undefined;
}

/** The chart, shown for a name or a query with more than 5 matching sales (docs/product.md "Screens"). */
export function PriceHistory({ params, go, total }: PriceHistoryProps) {
  const { filters } = params;
  const hidden = params.chart === 'hidden';
  // Reserves the chart's space while the first list loads, so that nothing moves.
  const searched = filters.name !== undefined || filters.query !== undefined;
  const due = searched && (total ?? Number.POSITIVE_INFINITY) > LIMITS.chartMinResults;
  const history = usePriceHistory(due && !hidden ? params : null);
  if (!due) return null;
  return (
    <section aria-label="Price history" className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-base font-semibold">Price history</h2>
        <Button
          variant="quiet"
          aria-expanded={!hidden}
          onClick={() => go({ chart: hidden ? 'shown' : 'hidden' })}
          className="-mr-2"
        >
          {hidden ? 'Show chart' : 'Hide chart'}
        </Button>
      </div>
      {!hidden && (
        <Suspense fallback={<Skeleton className="h-149 md:h-119" />}>
          <HistoryPanel params={params} go={go} history={history} />
        </Suspense>
      )}
    </section>
  );
}
