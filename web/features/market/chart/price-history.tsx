import { skipToken } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Chart } from '../../../../src/contract/market/market.ts';
import {
  type MarketSearchParams,
  marketFilter,
} from '../../../../src/contract/market/market-search-params.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { ChartSection } from '../../../charts/chart-section.tsx';
import { dropStaleOnError, type Fetched, useFetched } from '../../../lib/server/fetched.ts';
import { trpc, UNBATCHED } from '../../../lib/server/trpc.ts';
import { useSeen } from '../../../ui/hooks/use-seen.ts';
import { latePart } from '../../../ui/states/late-part.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { queryRefusal } from '../list/use-sales.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';

/** The space of the chart while it is not drawn, so that nothing moves. */
const Space = () => <Skeleton className="h-135 max-[22rem]:h-148 md:h-85.5 md:touch:h-99" />;

/** Large, so it is loaded when there is something to draw and a part of it is on screen. */
const HistoryPanel = latePart(() => import('./history-panel.tsx'), { Waiting: Space });

/**
 * Whether the chart is due: for a name or a query with more than 5 matching sales (docs/screens.md).
 *
 * @param total the number of sales in the list; while it loads, undefined reserves the chart's space, so that nothing moves
 */
export function hasHistory({ filters }: MarketSearchParams, total: number | undefined): boolean {
  const searched = filters.name !== undefined || filters.query !== undefined;
  return searched && (total ?? Number.POSITIVE_INFINITY) > LIMITS.chartMinResults;
}

/** The price history of the sales that match the page's filter; nothing is loaded unless it is wanted. */
export function usePriceHistory(
  params: MarketSearchParams,
  wanted: boolean,
): Fetched<Chart, MarketSearchParams> {
  const chart = trpc.market.chart.useQuery(
    wanted ? { ...marketFilter(params), days: params.days } : skipToken,
    UNBATCHED,
  );
  const history = useFetched(chart, wanted ? params.kind : '', params);
  // While a query is typed it is refused again and again: the chart stays, as the list does.
  return queryRefusal(history.error) ? history : dropStaleOnError(history);
}

interface PriceHistoryProps extends Pick<MarketNavigation, 'params' | 'go'> {
  listFailed: boolean;
}

export function PriceHistory({ params, go, listFailed }: PriceHistoryProps) {
  const hidden = params.chart === 'hidden';
  const section = useRef<HTMLElement>(null);
  const seen = useSeen(section);
  // Until a change of the URL is drawn, these are the filters before, perhaps without a name: all sales of the market.
  const isDue = hasHistory(params, undefined);
  const history = usePriceHistory(params, isDue && seen && !hidden);
  // One error with one Retry is enough.
  if (listFailed && history.error) return null;
  return (
    <ChartSection ref={section} title="Price history" shown={!hidden} onChoose={(chart) => go({ chart })}>
      {(heading, toggle) =>
        seen ? <HistoryPanel {...{ params, go, history, heading, toggle }} /> : <Space />
      }
    </ChartSection>
  );
}
