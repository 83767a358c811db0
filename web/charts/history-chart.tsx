import { useDeferredValue, useMemo, useState } from 'react';
import { dayTicks, priceScale } from '../../src/contract/market/chart-scale.ts';
import type { Chart } from '../../src/contract/market/market.ts';
import type { ChartColour, ChartScale, Zoom } from '../../src/contract/market/market-search-params.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { formatNumber } from '../../src/contract/shared/plural.ts';
import { Announced } from '../ui/announced.tsx';
import { Button } from '../ui/button.tsx';
import { moveFocus } from '../ui/hooks/focus.ts';
import { useMedia } from '../ui/hooks/use-media.ts';
import { PERIOD_LABELS } from './buckets.ts';
import { areSingleSales, type Dot, dotsInSpan, dotsOf, mergeDays, pricesOf, sameDot } from './dots.ts';
import { FigureTable } from './figure-table.tsx';
import { dayRange, frameOf } from './frame.ts';
import { groupsOf } from './groups.ts';
import { figures, historySummary, placeText, zoomSummary } from './history-labels.ts';
import { Legend } from './legend.tsx';
import { Readout } from './readout.tsx';
import { SalePlot } from './sale-plot.tsx';
import { type ChartDays, lengthOf, overlaps, type Span, zoomOf } from './span.ts';
import { Unbroken } from './unbroken.tsx';
import { useSize } from './use-size.ts';
import { VolumePlot } from './volume-plot.tsx';
import { ZoomStrip } from './zoom-strip.tsx';

/** Sizes in CSS pixels at the usual size of text; with larger text they are larger, too. */
const PADDING = { left: 48, right: 30 };
const PLOT = { height: 148, padding: { ...PADDING, top: 8, bottom: 6 } };
const VOLUME = { height: 68, padding: { ...PADDING, top: 16, bottom: 24 } };
const STRIP_HEIGHT = 26;
/** Large enough for a finger. */
const STRIP_HEIGHT_TOUCH = 44;
/** Widths of tick labels, with the gap after them. */
const DAY_LABEL = 56;
const MONTH_LABEL = 72;

interface HistoryChartProps extends ChartDays {
  /** The sales of the window; at least one. */
  history: Chart;
  /** The single sales of the visible days, when the history has one point per day; undefined until they are loaded. */
  closer: Chart | undefined;
  kind: SaleKind;
  /** The length of the window, in days. */
  windowDays: number;
  scale?: ChartScale;
  colour?: ChartColour;
  /** What the sales are, for the chart's accessible name. */
  subject: string;
  onZoom: (zoom: Zoom | undefined, by: 'pointer' | 'keys') => void;
  onOpen: (saleId: number) => void;
}

/**
 * A price history: its summary, sales as dots over time, their volume, an overview strip for zooming, and a table. The
 * pointer selects the nearest dot, the arrow keys move between dots, and the details of the selected dot show above. The
 * chart has no mean and no trend, because the site gives no estimates (docs/product.md "Purpose").
 */
export function HistoryChart(props: HistoryChartProps) {
  const { history, closer, kind, whole, windowDays, scale = 'auto', colour = 'none' } = props;
  const { onZoom, onOpen } = props;
  const { ref, width, scale: textScale } = useSize();
  const touch = useMedia('touch');
  const [draft, setDraft] = useState<Span | null>(null);
  const [selected, setSelected] = useState<Dot | null>(null);
  const span = draft ?? props.span;
  // The strip follows the pointer immediately; the plot may lag behind.
  const days = useDeferredValue(span);

  const all = useMemo(() => dotsOf(history), [history]);
  const known = useMemo(() => (closer ? dotsOf(closer) : all), [closer, all]);
  const visible = useMemo(() => dotsInSpan(draft ? all : known, days), [all, known, draft, days]);
  const { groups, styleOf } = useMemo(() => groupsOf(known, visible, colour), [known, visible, colour]);
  const overall = useMemo(() => priceScale(...(pricesOf(all) ?? [1, 1]), scale), [all, scale]);
  const prices = useMemo(() => {
    const ends = pricesOf(visible);
    return ends ? priceScale(...ends, scale) : overall;
  }, [visible, scale, overall]);

  const plotFrame = useMemo(() => frameOf(width, textScale, PLOT), [width, textScale]);
  const volumeFrame = useMemo(() => frameOf(width, textScale, VOLUME), [width, textScale]);
  const range = useMemo(() => dayRange(plotFrame), [plotFrame]);
  const plotWidth = range[1] - range[0];
  const { dots, period } = useMemo(() => mergeDays(visible, days, plotWidth), [visible, days, plotWidth]);
  const ticks = useMemo(() => {
    const daysPerPixel = (textScale * lengthOf(days)) / plotWidth;
    return dayTicks([...days], { day: DAY_LABEL * daysPerPixel, month: MONTH_LABEL * daysPerPixel });
  }, [days, plotWidth, textScale]);

  function zoom(to: Span, by: 'pointer' | 'keys') {
    setDraft(null);
    setSelected((dot) => (dot && overlaps(dot.days, to) ? dot : null));
    onZoom(zoomOf(to, whole), by);
  }
  function open(dot: Dot, by: 'pointer' | 'keys') {
    if (dot.sale_id === undefined) zoom(dot.days, by);
    else onOpen(dot.sale_id);
  }
  const figurePoints = useMemo(() => dotsInSpan(known, props.span), [known, props.span]);
  const named = history.names > 1;
  const active = selected && sameDot(dots, selected);
  const place = active && placeText(dots, active);
  const details = active && [figures(active, named), place].filter(Boolean).join(', ');
  const isSingle = areSingleSales(known);
  const isZoomed = lengthOf(span) < lengthOf(whole);
  const summary = isZoomed ? zoomSummary(visible, span) : historySummary(history, windowDays);

  return (
    <div>
      {/* Where the sentence may need a second line, its space is reserved: the plot must not move while it is zoomed. */}
      <div className="flex items-center justify-between gap-x-4 max-md:flex-col max-md:items-stretch md:@max-[56rem]:min-h-10">
        <Announced as="p" className="text-sm text-ink-soft tabular-nums max-md:min-h-10 print:min-h-0!">
          <Unbroken text={summary} />
        </Announced>
        <Readout
          details={details}
          isLong={period > 1}
          hasNext={place !== null}
          action={
            active && {
              label: active.sale_id === undefined ? 'Zoom in' : 'Open sale',
              onPress: () => open(active, 'pointer'),
            }
          }
          touch={touch}
        />
      </div>
      {groups.length > 0 && <Legend groups={groups} />}
      <div
        ref={ref}
        className="print:min-h-0!"
        style={{ minHeight: `${(PLOT.height + VOLUME.height + STRIP_HEIGHT) / 16}rem` }}
      >
        {width > 0 && (
          <>
            <SalePlot
              frame={plotFrame}
              {...{ days, span, whole, ticks, prices, dots, styleOf }}
              active={active}
              onActive={setSelected}
              onOpen={open}
              onZoom={zoom}
              label={`Prices of ${props.subject}: ${summary}. Use the arrow keys to move between ${isSingle ? 'sales, Enter to open one' : 'marks, Enter to zoom to the days of one'}, plus and minus to zoom.`}
              details={details ?? (dots.length === 0 ? 'No sales in this period' : 'No sale selected')}
            />
            <VolumePlot frame={volumeFrame} {...{ days, ticks }} dots={visible} />
            <ZoomStrip
              width={width}
              height={textScale * (touch ? STRIP_HEIGHT_TOUCH : STRIP_HEIGHT)}
              range={range}
              {...{ whole, span, dots: all, prices: overall }}
              onDraft={setDraft}
              onZoom={zoom}
            />
          </>
        )}
      </div>
      <div className="flex min-h-control flex-wrap items-center print:min-h-0! gap-x-4 text-sm text-ink-soft">
        <p className="mr-auto text-ink-faint print:hidden">
          {!isZoomed &&
            (touch ? 'Tap the strip to zoom.' : 'Drag across the chart, or click the strip, to zoom.')}
        </p>
        {isZoomed && (
          <Button
            variant="quiet"
            onClick={({ currentTarget }) => {
              moveFocus(currentTarget.parentElement);
              zoom(whole, 'pointer');
            }}
            className="-mr-2"
          >
            Reset zoom
          </Button>
        )}
        <FigureTable points={figurePoints} kind={kind} named={named} />
      </div>
      {!isSingle && (
        <p className="text-xs text-ink-faint">
          One mark per {PERIOD_LABELS[period]}: the line spans the lowest to the highest price, the dot is the
          median
          {period === 1 ? ' sale' : ' day'}. Up to {formatNumber(LIMITS.priceHistory.points)} sales are drawn
          as single dots: zoom in or filter.
        </p>
      )}
    </div>
  );
}
