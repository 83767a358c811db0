import { Suspense } from 'react';
import { ChartSection } from '../../charts/chart-section.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { AccountNavigation } from './account-search-params.ts';

/** The chart's script is large, so it is loaded when the chart is shown. */
const OwnSalesChart = latePart(() => import('./own-sales-chart.tsx'));

/** The prices of the user's approved sales over time, on demand. */
export function OwnSales({ params, go }: AccountNavigation) {
  return (
    <ChartSection
      title="Prices of your sales"
      shown={params.chart === 'shown'}
      onChoose={(chart) => go({ chart })}
    >
      {(heading, toggle) => (
        <Suspense fallback={<Skeleton className="h-127 md:h-83" />}>
          <OwnSalesChart {...{ params, go, heading, toggle }} />
        </Suspense>
      )}
    </ChartSection>
  );
}
