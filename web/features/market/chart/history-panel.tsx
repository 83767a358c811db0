import { type ReactNode, useMemo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Chart } from '../../../../src/contract/market/market.ts';
import type { MarketSearchParams } from '../../../../src/contract/market/market-search-params.ts';
import { daysBefore, todayUtc } from '../../../../src/contract/shared/dates.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { dayDate, dayNumber } from '../../../charts/chart-scale.ts';
import { PriceChart } from '../../../charts/price-chart.tsx';
import { type Span, spanOfZoom, zoomOf } from '../../../charts/span.ts';
import { errorText } from '../../../lib/server/errors.ts';
import type { Fetched } from '../../../lib/server/fetched.ts';
import { Announced } from '../../../ui/announced.tsx';
import { cx } from '../../../ui/cx.ts';
import { useDebounced } from '../../../ui/hooks/use-debounced.ts';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { revealSale } from '../list/reveal-sale.ts';
import { refusalOf } from '../query/query-refusal.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { ChartControls } from './chart-controls.tsx';
import { FigureTable } from './figure-table.tsx';
import { figures, historySummary, subjectOf, WINDOWS, windowLabel } from './history-labels.ts';
import { useCloserHistory } from './use-price-history.ts';

/** How long a zoom must rest before its days are loaded in more detail. */
const ZOOM_REST_MS = 250;
/** Below this width the controls have a row for themselves, below the heading and the toggle (Tailwind's `sm`). */
const NARROW = '(width < 40rem)';

interface HistoryPanelProps extends Pick<MarketNavigation, 'params' | 'go'> {
  history: Fetched<Chart>;
  heading: ReactNode;
  /** Hides the chart. */
  toggle: ReactNode;
}

/** The prices of the matching sales: as a summary, a chart and a table. */
export default function HistoryPanel({ params, go, history, heading, toggle }: HistoryPanelProps) {
  const { data, stale, error, fetching, retry } = history;
  const view = useView(params, data);
  const empty = data?.data.length === 0;
  // In the order in which they are drawn, which is that of the Tab key.
  const narrow = useMedia(NARROW);
  return (
    <div aria-busy={stale} className="@container">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-1">
        {heading}
        {narrow && toggle}
        <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:w-full">
          <Segmented
            label="Time range"
            tabs={WINDOWS}
            value={String(params.days)}
            onValueChange={(value) => go({ days: Number(value), zoom: undefined })}
          />
          {!empty && <ChartControls {...{ params, go, colourable: view?.single ?? false }} />}
        </div>
        {!narrow && toggle}
      </div>
      {/* The editor shows why a query is invalid; said twice it would be announced twice. */}
      {Boolean(error) && refusalOf(error) === null && (
        <ErrorState
          banner={data !== undefined}
          message={errorText(error, MESSAGES.fetchFailed)}
          onRetry={retry}
          retrying={fetching}
        />
      )}
      {!data && !error && <Skeleton className="h-89 md:h-73" />}
      {data && (
        <div className={cx('transition-opacity', stale && fetching && 'opacity-55 delay-200')}>
          {empty || !view ? (
            <NoHistory params={params} />
          ) : (
            <Drawn {...{ params, go, history: data, view }} />
          )}
        </div>
      )}
    </div>
  );
}

/**
 * The days of the window. "All time" starts at the first sale; the others keep their length, even without sales.
 */
function windowOf(first: string | undefined, days: number): Span {
  const to = todayUtc();
  const from = days === LIMITS.priceHistory.maxDays ? (first ?? to) : daysBefore(to, days);
  return [dayNumber(from), dayNumber(to)];
}

/** The part of a history that is drawn. */
interface View {
  whole: Span;
  span: Span;
  /** The single sales of the visible days, when the history has one point per day. */
  closer: Chart | undefined;
  shown: Chart['data'];
  /** Single sales are drawn. */
  single: boolean;
}

function useView(params: MarketSearchParams, history: Chart | undefined): View | null {
  const { days, zoom } = params;
  const data = history?.data;
  const first = data?.[0]?.date;
  const whole = useMemo(() => windowOf(first, days), [first, days]);
  const span = useMemo(() => spanOfZoom(zoom, whole) ?? whole, [zoom, whole]);
  const thinned = history !== undefined && history.total_records > history.data.length;
  const resting = useDebounced(zoom, ZOOM_REST_MS);
  const asked = thinned && resting === zoom && span !== whole ? zoom : undefined;
  const closer = useCloserHistory(params, asked ?? null);
  if (!data) return null;
  const [from, to] = [dayDate(span[0]), dayDate(span[1])];
  const shown = (closer?.data ?? data).filter(({ date }) => date >= from && date <= to);
  return { whole, span, closer, shown, single: shown.every((point) => point.sale_id !== undefined) };
}

interface DrawnProps extends Pick<MarketNavigation, 'params' | 'go'> {
  history: Chart;
  view: View;
}

function Drawn({ params, go, history, view }: DrawnProps) {
  const { data, names } = history;
  const { whole, span, closer, shown, single } = view;
  const { days, scale, colour } = params;
  const summary = historySummary(history, days);
  return (
    <>
      <PriceChart
        points={data}
        detailed={closer?.data}
        {...{ whole, span, scale, colour }}
        onZoom={(days, by) => go({ zoom: zoomOf(days, whole) }, by === 'keys' ? 'zoom' : undefined)}
        label={`Prices of ${subjectOf(params)}: ${summary}`}
        detailsOf={(point) => figures(point, names > 1)}
        summary={
          <Announced as="p" className="text-sm text-ink-soft tabular-nums">
            {summary}
          </Announced>
        }
        footer={<FigureTable points={shown} kind={params.kind} named={names > 1} />}
        onOpen={(saleId) => revealSale(saleId, navigate)}
      />
      {!single && (
        <p className="text-xs text-ink-faint">
          One mark per day: the line spans the lowest to the highest price, the dot is the median sale. Up to{' '}
          {LIMITS.priceHistory.points.toLocaleString('en-US')} sales are drawn as single dots: zoom in or
          filter.
        </p>
      )}
    </>
  );
}

function NoHistory({ params }: { params: MarketSearchParams }) {
  return (
    <div className="pt-2 pb-5 text-center">
      <p className="font-medium">{MESSAGES.noHistory(subjectOf(params))}</p>
      <p className="mt-1 text-sm text-ink-soft">No matching sales in the last {windowLabel(params.days)}.</p>
    </div>
  );
}
