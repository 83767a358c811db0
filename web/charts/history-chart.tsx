import { useDeferredValue, useMemo, useState } from 'react';
import { dayTicks, priceScale } from '../../src/contract/market/chart-scale.ts';
import type { Chart } from '../../src/contract/market/market.ts';
import type { ChartColour, ChartScale, Zoom } from '../../src/contract/market/market-search-params.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { priceSpan } from '../../src/contract/sale/price.ts';
import { dayDate, formatDate } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { counted, formatNumber } from '../../src/contract/shared/plural.ts';
import { Announced } from '../ui/announced.tsx';
import { Button } from '../ui/button.tsx';
import { moveFocus } from '../ui/hooks/focus.ts';
import { useMedia } from '../ui/hooks/use-media.ts';
import { useAnnouncement } from '../ui/live-region.tsx';
import { type Dot, dotsInSpan, dotsOf, pricesOf, salesOf } from './dots.ts';
import { FigureTable } from './figure-table.tsx';
import { dayRange, frameOf } from './frame.ts';
import { type Group, groupsOf } from './groups.ts';
import { areSingleSales, figures, historySummary } from './history-labels.ts';
import { shapePath } from './marker-styles.ts';
import { SalePlot } from './sale-plot.tsx';
import { type ChartDays, lengthOf, type Span, zoomOf } from './span.ts';
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
  const [active, setActive] = useState<Dot | null>(null);
  const span = draft ?? props.span;
  // The strip follows the pointer immediately; the plot may lag behind.
  const days = useDeferredValue(span);

  const all = useMemo(() => dotsOf(history), [history]);
  const known = useMemo(() => (closer ? dotsOf(closer) : all), [closer, all]);
  const dots = useMemo(() => dotsInSpan(draft ? all : known, days), [all, known, draft, days]);
  const { groups, styleOf } = useMemo(() => groupsOf(known, dots, colour), [known, dots, colour]);
  const overall = useMemo(() => priceScale(...(pricesOf(all) ?? [1, 1]), scale), [all, scale]);
  const prices = useMemo(() => {
    const ends = pricesOf(dots);
    return ends ? priceScale(...ends, scale) : overall;
  }, [dots, scale, overall]);

  const plotFrame = useMemo(() => frameOf(width, textScale, PLOT), [width, textScale]);
  const volumeFrame = useMemo(() => frameOf(width, textScale, VOLUME), [width, textScale]);
  const range = useMemo(() => dayRange(plotFrame), [plotFrame]);
  const plotWidth = range[1] - range[0];
  const ticks = useMemo(() => {
    const daysPerPixel = (textScale * lengthOf(days)) / plotWidth;
    return dayTicks([...days], { day: DAY_LABEL * daysPerPixel, month: MONTH_LABEL * daysPerPixel });
  }, [days, plotWidth, textScale]);

  function zoom(to: Span, by: 'pointer' | 'keys') {
    setDraft(null);
    setActive((dot) => (dot && dot.day >= to[0] && dot.day <= to[1] ? dot : null));
    onZoom(zoomOf(to, whole), by);
  }
  const open = (dot: Dot) => dot.sale_id !== undefined && onOpen(dot.sale_id);
  const figurePoints = useMemo(() => dotsInSpan(known, props.span), [known, props.span]);
  const named = history.names > 1;
  const details = active && dots.includes(active) ? figures(active, named) : null;
  const isZoomed = lengthOf(span) < lengthOf(whole);
  const summary = isZoomed ? zoomSummary(dots, span) : historySummary(history, windowDays);

  return (
    <div>
      {/* Where the sentence may need a second line, its space is reserved: the plot must not move while it is zoomed. */}
      <div className="flex items-center justify-between gap-x-4 max-md:flex-col max-md:items-stretch md:@max-[56rem]:min-h-10">
        <Announced as="p" className="text-sm text-ink-soft tabular-nums max-md:min-h-10 print:min-h-0!">
          {summary}
        </Announced>
        <Readout
          details={details}
          onOpen={active?.sale_id === undefined ? undefined : () => open(active)}
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
              onActive={setActive}
              onOpen={open}
              onZoom={zoom}
              label={`Prices of ${props.subject}: ${summary}. Use the arrow keys to move between sales, Enter to open one, plus and minus to zoom.`}
              details={details ?? (dots.length === 0 ? 'No sales in this period' : 'No sale selected')}
            />
            <VolumePlot frame={volumeFrame} {...{ days, ticks, dots }} />
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
      {!areSingleSales(known) && (
        <p className="text-xs text-ink-faint">
          One mark per day: the line spans the lowest to the highest price, the dot is the median sale. Up to{' '}
          {formatNumber(LIMITS.priceHistory.points)} sales are drawn as single dots: zoom in or filter.
        </p>
      )}
    </div>
  );
}

/** `3 sales from 1 Oct 2026 to 20 Oct 2026, 400,000 to 900,000 PD` */
function zoomSummary(dots: readonly Dot[], [first, last]: Span): string {
  const sales = salesOf(dots);
  const [from, to] = [first, last].map((day) => formatDate(dayDate(day)));
  const when = first === last ? `on ${from}` : `from ${from} to ${to}`;
  const ends = pricesOf(dots);
  return ends ? `${counted(sales, 'sale')} ${when}, ${priceSpan(...ends)}` : `No sales ${when}`;
}

function Legend({ groups }: { groups: readonly Group[] }) {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1 pb-1 text-sm text-ink-soft">
      {groups.map(({ label, style, count }) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg aria-hidden width={14} height={14}>
            <path
              d={shapePath(style.shape, 7, 7, 4.5)}
              className={style.className}
              strokeWidth={style.shape === 'ring' ? 1.5 : 0}
            />
          </svg>
          {label}
          <span className="text-ink-faint tabular-nums">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}

interface ReadoutProps {
  details: string | null;
  /** Set when the dot is a single sale. */
  onOpen: (() => void) | undefined;
  touch: boolean;
}

function Readout({ details, onOpen, touch }: ReadoutProps) {
  // With the arrow keys the chart's own value is read, and the pointer of a mouse moves over many dots.
  useAnnouncement(touch && details);
  return (
    <div className="flex min-h-6 items-center gap-x-4 text-sm tabular-nums touch:min-h-11 print:min-h-0!">
      <p className="text-ink-soft">
        {details ?? (
          <span className="text-ink-faint print:hidden">
            {touch
              ? 'Tap a dot to see its details.'
              : 'Point at a dot, or press the arrow keys, to see its details.'}
          </span>
        )}
      </p>
      {details && onOpen && (
        <button type="button" onClick={onOpen} className="link min-h-6 shrink-0 touch:min-h-11">
          Open sale
        </button>
      )}
    </div>
  );
}
