import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { formatDate } from '../../src/contract/dates.ts';
import { formatPrice } from '../../src/contract/price.ts';
import type { PricePoint } from '../../src/contract/sale.ts';
import { type Domain, dayNumber, dayTicks, place, priceScale } from './chart-scale.ts';
import { type Dot, dayRange, type Frame, PricePlot, priceRange } from './price-plot.tsx';

interface PriceChartProps {
  /** Oldest first; at least one. */
  points: readonly PricePoint[];
  /** First and last day of the window, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** What it shows, in words. */
  label: string;
}

const HEIGHT = 240;
const PADDING = { top: 10, right: 26, bottom: 28, left: 48 };
/** Room that a tick of the days needs, in pixels. */
const TICK_ROOM = 84;

/** The width that an element has, as it changes; 0 before the first look. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** The dot that a key leads to; null for a key that means nothing here. Without a dot, one starts at an end. */
function afterKey(key: string, from: number | null, last: number): number | null {
  switch (key) {
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowRight':
      return Math.min(last, (from ?? -1) + 1);
    case 'ArrowLeft':
      return Math.max(0, (from ?? last + 1) - 1);
    default:
      return null;
  }
}

const figures = ({ date, price, low, high, volume }: Dot): string =>
  volume === 1
    ? `${formatDate(date)}: ${formatPrice(price)} PD`
    : `${formatDate(date)}: ${volume} sales, ${formatPrice(low)} to ${formatPrice(high)} PD, the middle one ${formatPrice(price)} PD`;

/**
 * Every sale as a dot in time. The pointer finds the nearest dot, the arrow keys go from one to the next, and the
 * figures stand below. No mean and no trend: the site promises none (SPEC section 1).
 */
export default function PriceChart({ points, from, to, label }: PriceChartProps) {
  const { ref, width } = useWidth();
  const [activeIndex, setActiveIndex] = useState<number | null>(null);

  const chart = useMemo(() => {
    const frame: Frame = { width, height: HEIGHT, padding: PADDING };
    const dots = points.map((point): Dot => ({ ...point, day: dayNumber(point.date) }));
    const days: Domain = [dayNumber(from) - 0.5, dayNumber(to) + 0.5];
    const prices = priceScale(
      Math.min(...dots.map((dot) => dot.low)),
      Math.max(...dots.map((dot) => dot.high)),
    );
    const most = Math.max(2, Math.floor((width - PADDING.left - PADDING.right) / TICK_ROOM));
    return { frame, dots, days, prices, dayTicks: dayTicks([dayNumber(from), dayNumber(to)], most) };
  }, [points, from, to, width]);

  const places = useMemo(
    () =>
      chart.dots.map((dot) => ({
        x: place(dot.day, chart.days, dayRange(chart.frame)),
        y: place(dot.price, chart.prices.domain, priceRange(chart.frame), chart.prices.log),
      })),
    [chart],
  );

  function findNearest({ clientX, clientY, currentTarget }: PointerEvent) {
    const { left, top } = currentTarget.getBoundingClientRect();
    const distance = ({ x, y }: { x: number; y: number }) =>
      Math.hypot(x - clientX + left, y - clientY + top);
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    places.forEach((at, i) => {
      const away = distance(at);
      if (away < least) [nearest, least] = [i, away];
    });
    setActiveIndex(nearest);
  }

  function move(event: KeyboardEvent) {
    const next = afterKey(event.key, activeIndex, points.length - 1);
    if (next === null) return;
    event.preventDefault();
    setActiveIndex(next);
  }

  const active = activeIndex === null ? undefined : chart.dots[activeIndex];
  const at = activeIndex === null ? undefined : places[activeIndex];
  return (
    <div>
      <div ref={ref} className="relative" style={{ height: HEIGHT }}>
        {width > 0 && (
          <div aria-hidden>
            <PricePlot {...chart} />
          </div>
        )}
        {at && (
          <span
            aria-hidden
            className="pointer-events-none absolute size-3.5 -translate-1/2 rounded-full border-2 border-surface bg-ink outline-2 outline-ink"
            style={{ left: at.x, top: at.y }}
          />
        )}
        <div
          role="slider"
          tabIndex={0}
          aria-label={`${label}. Arrow keys go from sale to sale.`}
          aria-orientation="horizontal"
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={(activeIndex ?? points.length - 1) + 1}
          aria-valuetext={active ? figures(active) : 'No sale chosen'}
          onPointerMove={findNearest}
          onPointerDown={findNearest}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setActiveIndex(null)}
          onKeyDown={move}
          className="absolute inset-0 cursor-crosshair touch-pan-y rounded-sm"
        />
      </div>
      <p aria-live="polite" className="mt-1.5 min-h-5 text-sm text-ink-soft tabular-nums">
        {active ? (
          figures(active)
        ) : (
          <span className="text-ink-faint">Point at a dot, or press the arrow keys, for its figures.</span>
        )}
      </p>
    </div>
  );
}
