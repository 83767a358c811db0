import { ChevronUp } from 'lucide-react';
import { Suspense } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { AccountNavigation } from './account-search-params.ts';

/** The chart's script is large, so it is loaded when the chart is shown. */
const OwnSalesChart = latePart(() => import('./own-sales-chart.tsx'));

/** The prices of the user's approved sales over time, on demand. */
export function OwnSales({ params, go }: AccountNavigation) {
  const heading = <h2 className="text-base font-semibold">Prices of your sales</h2>;
  const show = (chart: 'hidden' | 'shown') => go({ chart });
  return (
    <section
      aria-label="Prices of your sales"
      className="rounded-lg border border-line bg-surface px-4 pt-2 pb-1"
    >
      {params.chart === 'hidden' ? (
        <div className="flex items-center justify-between gap-4">
          {heading}
          <Button variant="quiet" aria-expanded={false} onClick={() => show('shown')} className="-mr-2">
            Show chart
          </Button>
        </div>
      ) : (
        <Suspense fallback={<Skeleton className="h-127 md:h-83" />}>
          <OwnSalesChart
            {...{ params, go, heading }}
            toggle={
              <IconButton
                label="Hide chart"
                icon={<ChevronUp aria-hidden className="size-4.5" />}
                aria-expanded
                onClick={() => show('hidden')}
                className="-mr-2"
              />
            }
          />
        </Suspense>
      )}
    </section>
  );
}
