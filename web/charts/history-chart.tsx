import type { Chart } from '../../src/contract/market/market.ts';
import type { ChartColour, ChartScale, Zoom } from '../../src/contract/market/market-search-params.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { formatCount } from '../../src/contract/shared/plural.ts';
import { Announced } from '../ui/announced.tsx';
import { FigureTable } from './figure-table.tsx';
import { figures, historySummary } from './history-labels.ts';
import { PriceChart } from './price-chart.tsx';
import { type Span, zoomOf } from './span.ts';

interface HistoryChartProps {
  /** The sales of the window; at least one. */
  history: Chart;
  /** The single sales of the visible days, when the history has one point per day. */
  closer: Chart | undefined;
  kind: SaleKind;
  /** The points of the visible days. */
  shown: Chart['data'];
  /** All days of the window. */
  whole: Span;
  /** The visible days. */
  span: Span;
  /** The length of the window. */
  days: number;
  scale?: ChartScale;
  colour?: ChartColour;
  /** What the sales are, for the chart's accessible name. */
  subject: string;
  onZoom: (zoom: Zoom | undefined, by: 'pointer' | 'keys') => void;
  onOpen: (saleId: number) => void;
}

/** A price history as a summary, a chart and a table. */
export function HistoryChart(props: HistoryChartProps) {
  const { history, closer, kind, shown, whole, span, days, scale = 'auto', colour = 'none' } = props;
  const { subject, onZoom, onOpen } = props;
  const named = history.names > 1;
  const summary = historySummary(history, days);
  return (
    <>
      <PriceChart
        points={history.data}
        detailed={closer?.data}
        {...{ whole, span, scale, colour, onOpen }}
        onZoom={(to, by) => onZoom(zoomOf(to, whole), by)}
        label={`Prices of ${subject}: ${summary}`}
        detailsOf={(point) => figures(point, named)}
        summary={
          <Announced as="p" className="text-sm text-ink-soft tabular-nums">
            {summary}
          </Announced>
        }
        footer={<FigureTable points={shown} kind={kind} named={named} />}
      />
      {shown.some((point) => point.sale_id === undefined) && (
        <p className="text-xs text-ink-faint">
          One mark per day: the line spans the lowest to the highest price, the dot is the median sale. Up to{' '}
          {formatCount(LIMITS.priceHistory.points)} sales are drawn as single dots: zoom in or filter.
        </p>
      )}
    </>
  );
}
