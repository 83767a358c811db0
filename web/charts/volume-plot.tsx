import { memo, useMemo } from 'react';
import { type Domain, type PriceScale, place, type Tick } from '../../src/contract/market/chart-scale.ts';
import { Axes } from './axes.tsx';
import { bucketed, PERIOD_LABELS, type PeriodDays, shortestPeriod } from './buckets.ts';
import { type Dot, salesOf } from './dots.ts';
import { Drawing } from './drawing.tsx';
import { dayRange, type Frame, valueRange } from './frame.ts';
import { domainOf, lengthOf, type Span } from './span.ts';

/** Pixels for a bar. */
const ROOM = 5;

/** The shortest period whose bars have enough room. */
export const barPeriod = (span: Span, width: number): PeriodDays =>
  shortestPeriod((length) => (lengthOf(span) / length) * ROOM <= width);

/** The domain of the volume axis: from 0 to a round number not below `most`. */
export function volumeScale(most: number): Domain {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).filter(Number.isInteger);
  return [0, steps.find((step) => step >= most) ?? most];
}

/** Maximum width of a bar and the gap between two, in pixels. */
const MAX_WIDTH = 24;
const GAP = 1;

interface VolumePlotProps {
  frame: Frame;
  days: Span;
  ticks: readonly Tick[];
  /** Oldest first. */
  dots: readonly Dot[];
}

/** The number of sales per period as bars, over the day axis. */
export const VolumePlot = memo(function VolumePlot({ frame, days, ticks, dots }: VolumePlotProps) {
  const [start, end] = dayRange(frame);
  const period = barPeriod(days, end - start);
  const bars = useMemo(
    () => bucketed(dots, days, period).map((bucket) => ({ days: bucket.days, volume: salesOf(bucket.dots) })),
    [dots, days, period],
  );
  /** With one tick, at the maximum. */
  const scale = useMemo((): PriceScale => {
    const domain = volumeScale(Math.max(...bars.map(({ volume }) => volume), 1));
    return { domain, log: false, ticks: [domain[1]] };
  }, [bars]);
  return (
    <div aria-hidden className="relative" style={{ height: frame.height }}>
      <Axes frame={frame} days={days} ticks={ticks} values={scale} labelsDays />
      <Drawing frame={frame} className="pointer-events-none absolute inset-0">
        <path
          d={bars.map((bar) => barPath(bar, frame, days, scale.domain)).join('')}
          className="fill-accent/65 contrast-more:fill-accent forced-colors:fill-accent"
        />
      </Drawing>
      <span
        className="pointer-events-none absolute top-1 text-2xs/none text-ink-faint"
        style={{ left: start + 2 }}
      >
        Sales per {PERIOD_LABELS[period]}
      </span>
    </div>
  );
});

interface Bar {
  days: Span;
  volume: number;
}

function barPath({ days: [first, last], volume }: Bar, frame: Frame, days: Span, scale: Domain): string {
  const x = (day: number) => place(day, domainOf(days), dayRange(frame));
  const [left, right] = [x(first - 0.5), x(last + 0.5)];
  const width = Math.min(MAX_WIDTH, Math.max(1, right - left - GAP));
  const [bottom] = valueRange(frame);
  const top = place(volume, scale, valueRange(frame));
  return `M${((left + right - width) / 2).toFixed(1)} ${bottom}h${width.toFixed(1)}V${top.toFixed(1)}h${(-width).toFixed(1)}Z`;
}
