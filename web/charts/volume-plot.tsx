import { memo, useMemo } from 'react';
import { type Domain, type PriceScale, place, type Tick } from '../../src/contract/market/chart-scale.ts';
import { Axes } from './axes.tsx';
import type { Dot } from './dots.ts';
import { dayRange, type Frame, valueRange } from './frame.ts';
import { domainOf, type Span } from './span.ts';
import { type Bucket, type BucketSize, bucketSize, volumeScale, volumes } from './volume.ts';

/** Maximum width of a bar and the gap between two, in pixels. */
const MAX_WIDTH = 24;
const GAP = 1;

const LABELS: Record<BucketSize, string> = {
  day: 'Sales per day',
  week: 'Sales per week',
  month: 'Sales per month',
};

interface VolumePlotProps {
  frame: Frame;
  /** The visible days. */
  days: Span;
  ticks: readonly Tick[];
  /** Oldest first. */
  dots: readonly Dot[];
}

/** The number of sales per day, week or month as bars, over the day axis. */
export const VolumePlot = memo(function VolumePlot({ frame, days, ticks, dots }: VolumePlotProps) {
  const [start, end] = dayRange(frame);
  const size = bucketSize(days, end - start);
  const buckets = useMemo(() => volumes(dots, days, size), [dots, days, size]);
  /** With one tick, at the maximum. */
  const scale = useMemo((): PriceScale => {
    const domain = volumeScale(Math.max(...buckets.map(({ volume }) => volume), 1));
    return { domain, log: false, ticks: [domain[1]] };
  }, [buckets]);
  return (
    <div aria-hidden className="relative" style={{ height: frame.height }}>
      <Axes frame={frame} days={days} ticks={ticks} values={scale} labelsDays />
      <svg
        aria-hidden
        width={frame.width}
        height={frame.height}
        className="pointer-events-none absolute inset-0"
      >
        <path
          d={buckets.map((bucket) => barPath(bucket, frame, days, scale.domain)).join('')}
          className="fill-accent/45"
        />
      </svg>
      <span
        className="pointer-events-none absolute top-0 bg-surface/80 pr-1 text-2xs text-ink-faint"
        style={{ left: start + 2 }}
      >
        {LABELS[size]}
      </span>
    </div>
  );
});

function barPath({ days: [first, last], volume }: Bucket, frame: Frame, days: Span, scale: Domain): string {
  const x = (day: number) => place(day, domainOf(days), dayRange(frame));
  const [left, right] = [x(first - 0.5), x(last + 0.5)];
  const width = Math.min(MAX_WIDTH, Math.max(1, right - left - GAP));
  const [bottom] = valueRange(frame);
  const top = place(volume, scale, valueRange(frame));
  return `M${((left + right - width) / 2).toFixed(1)} ${bottom}h${width.toFixed(1)}V${top.toFixed(1)}h${(-width).toFixed(1)}Z`;
}
