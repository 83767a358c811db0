import { type KeyboardEvent, memo, type PointerEvent, useMemo, useState } from 'react';
import { type Domain, type PriceScale, place, type Tick } from '../../src/contract/market/chart-scale.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { cx } from '../ui/cx.ts';
import { Axes } from './axes.tsx';
import { type Dot, dotsAt } from './dots.ts';
import { Drawing } from './drawing.tsx';
import { dayRange, type Frame, nearestPoint, type Point, valueRange } from './frame.ts';
import { type MarkerStyle, shapePath } from './marker-styles.ts';
import { type ChartDays, dayAt, domainOf, type Span, spanBetween, zoomed } from './span.ts';

/** A drag this short is a click. */
const BRUSH_PIXELS = 5;
/** A click this near to a dot hits it. */
const HIT_PIXELS = 14;
/** Dots that Page Up and Page Down move by. */
const PAGE = 10;
/** Radius of a dot in pixels; it decreases with the density of dots. */
const dotSize = (dots: number, width: number): number => {
  if (dots <= 150 && dots < width / 3) return 4;
  return dots < width ? 3.25 : 2.25;
};

/** The index that a key moves to; null for other keys. */
function afterKey(key: string, from: number, last: number): number | null {
  const to = {
    Home: 0,
    End: last,
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    PageUp: from + PAGE,
    PageDown: from - PAGE,
  }[key];
  return to === undefined ? null : Math.min(last, Math.max(0, to));
}

const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': 0.5, '=': 0.5, '-': 2 };

interface SalePlotProps extends ChartDays {
  frame: Frame;
  /** The days drawn now; they can lag behind `span`, which zoom keys start from. */
  days: Span;
  ticks: readonly Tick[];
  prices: PriceScale;
  /** Oldest first. */
  dots: readonly Dot[];
  styleOf: (dot: Dot) => MarkerStyle;
  active: Dot | null;
  onActive: (dot: Dot | null) => void;
  onOpen: (dot: Dot, by: 'pointer' | 'keys') => void;
  onZoom: (days: Span, by: 'pointer' | 'keys') => void;
  label: string;
  /** The selected dot's details, for screen readers. */
  details: string;
}

/** The dots over their axes, with pointer, touch and keyboard input. */
export function SalePlot(props: SalePlotProps) {
  const { frame, days, span, whole, ticks, prices, dots, styleOf, active, onActive, onOpen, onZoom } = props;
  const [brush, setBrush] = useState<Domain | null>(null);
  const [onDot, setOnDot] = useState(false);
  // After a click on one of several sales at the same place the pointer can move to the button that opens it.
  const [pinned, setPinned] = useState(false);

  const marks = useMemo(() => {
    const y = (price: number) => place(price, prices.domain, valueRange(frame), prices.log);
    return dots.map((dot) => ({
      x: place(dot.day, domainOf(days), dayRange(frame)),
      y: y(dot.price),
      yLow: y(dot.low),
      yHigh: y(dot.high),
      style: styleOf(dot),
    }));
  }, [dots, days, prices, frame, styleOf]);

  const activeIndex = active === null ? -1 : dots.indexOf(active);
  const at = marks[activeIndex];

  function pointOf({ clientX, clientY, currentTarget }: PointerEvent): Point {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** The horizontal position, limited to the plot. */
  const along = ({ x }: Point): number => {
    const [start, end] = dayRange(frame);
    return Math.min(end, Math.max(start, x));
  };

  /**
   * Selects the nearest dot. Of several at its place, the selected one stays, or with `next` the one after it follows when
   * the point hits it. Returns how many there are; 0 when the point hits none.
   */
  function select(point: Point, next = false): { dot: Dot | null; hits: number } {
    const near = nearestPoint(marks, point);
    const nearest = near && dots[near.index];
    const here = nearest ? dotsAt(dots, nearest) : [];
    const hit = near !== null && near.distance <= HIT_PIXELS;
    const selected = active ? here.indexOf(active) : -1;
    const index = selected < 0 ? 0 : (selected + (next && hit ? 1 : 0)) % here.length;
    const dot = here[index] ?? null;
    onActive(dot);
    setOnDot(hit);
    return { dot, hits: hit ? here.length : 0 };
  }

  function press(event: PointerEvent) {
    const point = pointOf(event);
    const touches = event.pointerType === 'touch';
    setPinned(false);
    select(point, touches);
    // Touch selects dots; zooming by touch uses the strip below.
    if (touches || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setBrush([along(point), along(point)]);
  }

  function move(event: PointerEvent) {
    const point = pointOf(event);
    if (brush) setBrush([brush[0], along(point)]);
    else if (!pinned) select(point);
  }

  function release(event: PointerEvent) {
    if (!brush) return;
    setBrush(null);
    const point = pointOf(event);
    const day = (x: number) => dayAt(x, days, dayRange(frame));
    if (Math.abs(along(point) - brush[0]) >= BRUSH_PIXELS) {
      onZoom(spanBetween(day(brush[0]), day(along(point))), 'pointer');
      return;
    }
    const { dot, hits } = select(point);
    if (hits > 1) {
      select(point, true);
      setPinned(true);
    } else if (dot && hits === 1) onOpen(dot, 'pointer');
  }

  function key(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const factor = ZOOM_KEYS[event.key];
    // Without a selected dot, movement starts after the newest, which is also the value of the slider.
    const next = afterKey(event.key, activeIndex < 0 ? dots.length : activeIndex, dots.length - 1);
    if (factor !== undefined)
      onZoom(zoomed(span, factor, active?.day ?? (span[0] + span[1]) / 2, whole), 'keys');
    else if (event.key === 'Escape' && (span[0] !== whole[0] || span[1] !== whole[1])) onZoom(whole, 'keys');
    else if (event.key === 'Enter' && active) onOpen(active, 'keys');
    else if (next !== null) onActive(dots[next] ?? null);
    else return;
    event.preventDefault();
  }

  return (
    <div className="relative" style={{ height: frame.height }}>
      <div aria-hidden>
        <Axes frame={frame} days={days} ticks={ticks} values={prices} />
        <SaleMarks frame={frame} marks={marks} size={dotSize(marks.length, frame.width)} />
        {brush && (
          <span
            className="pointer-events-none absolute border-x border-accent bg-accent/12"
            style={{
              left: Math.min(...brush),
              width: Math.abs(brush[1] - brush[0]),
              top: frame.padding.top,
              bottom: frame.padding.bottom,
            }}
          />
        )}
        {at && (
          <>
            <span
              className="pointer-events-none absolute border-l border-dashed border-ink-faint"
              style={{ left: at.x, top: frame.padding.top, bottom: frame.padding.bottom }}
            />
            <span
              className="pointer-events-none absolute size-4 -translate-1/2 rounded-full border-2 border-ink"
              style={{ left: at.x, top: at.y }}
            />
          </>
        )}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={props.label}
        aria-orientation="horizontal"
        aria-valuemin={Math.min(1, dots.length)}
        aria-valuemax={dots.length}
        aria-valuenow={activeIndex < 0 ? dots.length : activeIndex + 1}
        aria-valuetext={props.details}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => setBrush(null)}
        onPointerEnter={() => setPinned(false)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && !brush && !pinned && onActive(null)}
        onKeyDown={key}
        className={cx(
          'absolute inset-0 touch-pan-y touch-pinch-zoom rounded-sm',
          onDot && active ? 'cursor-pointer' : 'cursor-crosshair',
        )}
      />
    </div>
  );
}

/** A dot at its position in the plot. */
interface Mark {
  x: number;
  y: number;
  /** Positions of the lowest and highest price; equal for a single sale. */
  yLow: number;
  yHigh: number;
  style: MarkerStyle;
}

interface SaleMarksProps {
  frame: Frame;
  marks: readonly Mark[];
  /** Half of a dot's width, in pixels. */
  size: number;
}

/** Up to this many shapes are separate paths, whose overlap shows density; more are drawn as one path, for speed. */
const MAX_SEPARATE_SHAPES = LIMITS.priceHistory.points;

function Shapes({ paths }: { paths: readonly string[] }) {
  if (paths.length > MAX_SEPARATE_SHAPES) return <path d={paths.join('')} />;
  // biome-ignore lint/suspicious/noArrayIndexKey: a dot has no identity except its index
  return paths.map((path, i) => <path key={i} d={path} />);
}

/**
 * The dots, and a line from the lowest to the highest price of each. They are plain paths, because Victory's data
 * components are too slow for thousands of points. `memo` limits redrawing to changes of the data or the size.
 */
const SaleMarks = memo(function SaleMarks({ frame, marks, size }: SaleMarksProps) {
  const ranges = marks
    .filter(({ yLow, yHigh }) => yLow !== yHigh)
    .map(({ x, yLow, yHigh }) => `M${x.toFixed(1)} ${yLow.toFixed(1)}V${yHigh.toFixed(1)}`)
    .join('');
  return (
    <Drawing frame={frame} className="pointer-events-none absolute inset-0">
      {ranges && (
        <path d={ranges} className="fill-none stroke-accent/30" strokeWidth={2} strokeLinecap="round" />
      )}
      {[...Map.groupBy(marks, ({ style }) => style)].map(([style, group]) => (
        <g
          key={style.className}
          data-marks
          className={style.className}
          strokeWidth={style.shape === 'ring' ? 1.5 : 0.75}
        >
          <Shapes paths={group.map(({ x, y }) => shapePath(style.shape, x, y, size))} />
        </g>
      ))}
    </Drawing>
  );
});
