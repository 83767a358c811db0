import { skipToken } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Chart } from '../../../../src/contract/market/market.ts';
import {
  CHART_WINDOWS,
  type ChartColour,
  type ChartScale,
  type MarketSearchParams,
  marketFilter,
  type Zoom,
} from '../../../../src/contract/market/market-search-params.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { ChartPanel } from '../../../charts/chart-panel.tsx';
import { areSingleSales } from '../../../charts/dots.ts';
import { HistoryChart } from '../../../charts/history-chart.tsx';
import { subjectOf, windowLabel } from '../../../charts/history-labels.ts';
import { useChartWindow } from '../../../charts/use-chart-window.ts';
import { dropStaleOnError, type Fetched, useFetched } from '../../../lib/server/fetched.ts';
import { trpc, UNBATCHED } from '../../../lib/server/trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { revealSale } from '../list/reveal-sale.ts';
import { queryRefusal } from '../list/use-sales.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';

interface HistoryPanelProps extends Pick<MarketNavigation, 'params' | 'go'> {
  history: Fetched<Chart, MarketSearchParams>;
  heading: ReactNode;
  /** Hides the chart. */
  toggle: ReactNode;
}

/** The single sales of some days, when the whole window has too many and shows daily totals; null loads nothing. */
function useCloserHistory(params: ChartParams, zoom: Zoom | null): Chart | undefined {
  const { filters } = params;
  const later = (a: string, b = a) => (a > b ? a : b);
  const earlier = (a: string, b = a) => (a < b ? a : b);
  const days = zoom && {
    date_from: later(zoom.from, filters.date_from),
    date_to: earlier(zoom.to, filters.date_to),
  };
  const { data } = trpc.market.chart.useQuery(
    days ? { ...marketFilter(params), ...days, days: params.days } : skipToken,
    UNBATCHED,
  );
  return data;
}

/** What a chart is drawn from: always with a window. */
type ChartParams = MarketSearchParams & { days: number };

const [, SHORT, MEDIUM, LONG] = CHART_WINDOWS;

/** The chart of a window; null loads nothing. */
const useWindow = (params: MarketSearchParams | null, days: number) =>
  trpc.market.chart.useQuery(params ? { ...marketFilter(params), days } : skipToken, UNBATCHED);

/**
 * In place of a default window without sales, the next one that has some; the longest one if none has. A search keeps the
 * window that it opened with, also when a new sale falls into a shorter one.
 */
function useFilledHistory(params: MarketSearchParams, history: HistoryPanelProps['history']): typeof history {
  const { data, input, outdated } = history;
  const search = JSON.stringify(marketFilter(input));
  const [opened, setOpened] = useState<{ search: string; days: number }>({ search: '', days: MEDIUM });
  const isDefault = params.days === undefined && data !== undefined;
  const isFilled = isDefault && opened.search === search;
  const window = useWindow(isFilled ? input : null, opened.days);
  if (isDefault && !isFilled && data.data.length === 0) setOpened({ search, days: MEDIUM });
  const isTooShort = isFilled && opened.days === MEDIUM && window.data?.data.length === 0;
  if (isTooShort) setOpened({ search, days: LONG });
  const found = isTooShort ? { ...window, data: undefined } : window;
  const longer = useFetched(found, input.kind, { ...input, days: opened.days });
  return isFilled ? dropStaleOnError({ ...longer, outdated: outdated ?? longer.outdated }) : history;
}

/** The prices of the matching sales: as a summary, a chart and a table. */
export default function HistoryPanel({ params, go, heading, toggle, ...props }: HistoryPanelProps) {
  const history = useFilledHistory(params, props.history);
  const { data, input } = history;
  // What the chart says of itself is about the sales that it shows, also while others load.
  const drawn = { ...params, filters: input.filters, days: input.days ?? SHORT };
  const { whole, span, detailRange } = useChartWindow(data, drawn.days, drawn.zoom);
  const closer = useCloserHistory(drawn, detailRange);
  return (
    <ChartPanel
      {...{ heading, toggle }}
      days={params.days ?? drawn.days}
      onDays={(days) => go({ days, zoom: undefined })}
      controls={
        data?.data.length !== 0 && (
          <ChartControls
            {...{ params, go }}
            colourable={data !== undefined && areSingleSales((closer ?? data).data)}
          />
        )
      }
      fetched={history}
      // The editor shows why a query is invalid; shown twice it would be announced twice.
      showsError={queryRefusal(history.error) === null}
      nothing={<NoHistory params={drawn} onAll={() => go({ days: LONG, zoom: undefined })} />}
    >
      {(shown) => (
        <HistoryChart
          {...{ history: shown, closer, whole, span }}
          kind={params.kind}
          windowDays={drawn.days}
          scale={params.scale}
          colour={params.colour}
          subject={subjectOf(drawn)}
          onZoom={(zoom, by) => go({ zoom }, by === 'keys' ? 'zoom' : undefined)}
          onOpen={revealSale}
        />
      )}
    </ChartPanel>
  );
}

/** Charts are of more than five sales, so there are some at other times. */
function NoHistory({ params, onAll }: { params: ChartParams; onAll: () => void }) {
  return (
    <div className="pt-2 pb-5 text-center">
      <p className="font-medium">{MESSAGES.noHistory(subjectOf(params))}</p>
      {params.days !== LONG && (
        <>
          <p className="mt-1 text-sm text-ink-soft">
            No matching sales in the last {windowLabel(params.days)}.
          </p>
          <Button className="mt-3" onClick={onAll}>
            Show {windowLabel(LONG)}
          </Button>
        </>
      )}
    </div>
  );
}

const SCALES: readonly { value: ChartScale; label: string }[] = [
  { value: 'auto', label: 'Auto scale' },
  { value: 'linear', label: 'Linear' },
  { value: 'log', label: 'Logarithmic' },
];

const COLOURS: readonly { value: ChartColour; label: string }[] = [
  { value: 'none', label: 'One colour' },
  { value: 'nature', label: 'By nature' },
  { value: 'perfect_ivs', label: 'By perfect IVs' },
  { value: 'shiny', label: 'By shininess' },
];

interface ChartControlsProps extends Pick<MarketNavigation, 'params' | 'go'> {
  /** Single sales are drawn, so that traits can be distinguished. */
  colourable: boolean;
}

/** How the chart is drawn. Items have no traits to distinguish. */
function ChartControls({ params, go, colourable }: ChartControlsProps) {
  return (
    <div className={cx('flex gap-2 max-[22rem]:flex-col', params.kind === 'pokemon' && 'max-md:w-full')}>
      <Select
        label="Price scale"
        hideLabel
        value={params.scale}
        onValueChange={(scale) => scale && go({ scale })}
        options={SCALES}
        className="max-md:flex-auto"
      />
      {params.kind === 'pokemon' && (
        <Select
          label="Colour by"
          hideLabel
          value={colourable ? params.colour : 'none'}
          onValueChange={(colour) => colour && go({ colour })}
          options={colourable ? COLOURS : COLOURS.slice(0, 1)}
          disabled={!colourable}
          className="max-md:flex-auto"
        />
      )}
    </div>
  );
}
