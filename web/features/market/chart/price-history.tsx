import { ChevronUp } from 'lucide-react';
import { Suspense, useRef } from 'react';
import type { MarketSearchParams } from '../../../../src/contract/market/market-search-params.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { useSeen } from '../../../ui/hooks/use-seen.ts';
import { latePart } from '../../../ui/late-part.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { usePriceHistory } from './use-price-history.ts';

/** Large, so it is loaded when there is something to draw and a part of it is on screen. */
const HistoryPanel = latePart(() => import('./history-panel.tsx'));

/** The space of the chart while it is not drawn, so that nothing moves. */
const SPACE = <Skeleton className="h-127 md:h-83" />;

/**
 * Whether the chart is due: for a name or a query with more than 5 matching sales (docs/product.md "Screens").
 *
 * @param total the number of sales in the list; while it loads, undefined reserves the chart's space, so that nothing moves
 */
export function hasHistory({ filters }: MarketSearchParams, total: number | undefined): boolean {
  const searched = filters.name !== undefined || filters.query !== undefined;
  return searched && (total ?? Number.POSITIVE_INFINITY) > LIMITS.chartMinResults;
}

/** The chart of the matching sales, which can be hidden. */
export function PriceHistory({ params, go }: Pick<MarketNavigation, 'params' | 'go'>) {
  const hidden = params.chart === 'hidden';
  const section = useRef<HTMLElement>(null);
  const seen = useSeen(section);
  const history = usePriceHistory(hidden || !seen ? null : params);
  const heading = <h2 className="text-base font-semibold">Price history</h2>;
  const show = (chart: 'hidden' | 'shown') => go({ chart });
  return (
    <section
      ref={section}
      aria-label="Price history"
      className="rounded-lg border border-line bg-surface px-4 pt-2 pb-1"
    >
      {hidden ? (
        <div className="flex items-center justify-between gap-4">
          {heading}
          <Button variant="quiet" aria-expanded={false} onClick={() => show('shown')} className="-mr-2">
            Show chart
          </Button>
        </div>
      ) : (
        <Suspense fallback={SPACE}>
          {seen ? (
            <HistoryPanel
              {...{ params, go, history, heading }}
              toggle={
                <IconButton
                  label="Hide chart"
                  icon={<ChevronUp aria-hidden className="size-4.5" />}
                  aria-expanded
                  onClick={() => show('hidden')}
                  className="-mr-2 max-sm:ml-auto"
                />
              }
            />
          ) : (
            SPACE
          )}
        </Suspense>
      )}
    </section>
  );
}
