import { memo, useMemo } from 'react';
import { type Domain, type PriceScale, place, type Tick } from '../../src/contract/market/chart-scale.ts';
import { DAY_MS } from '../../src/contract/shared/dates.ts';
import { Axes } from './axes.tsx';
import type { Dot } from './dots.ts';
import { Drawing } from './drawing.tsx';
import { dayRange, type Frame, valueRange } from './frame.ts';
import { domainOf, lengthOf, type Span } from './span.ts';

/** The sales of a day, week or month. */
interface Bucket {
  /** Limited to the visible days, so the first and last bucket can be partial. */
  days: Span;
  volume: number;
}

const SIZES = ['day', 'week', 'month'] as const;
type BucketSize = (typeof SIZES)[number];

/** In days. */
const LONGEST: Record<BucketSize, number> = { day: 1, week: 7, month: 31 };

/** Pixels for a bar. */
const ROOM = 5;

/** The smallest size whose bars have enough room. */
export const bucketSize = (span: Span, width: number): BucketSize =>
  SIZES.find((size) => (lengthOf(span) / LONGEST[size]) * ROOM <= width) ?? 'month';

/** Weeks start on Monday; day 0, 1 January 1970, was a Thursday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);

/** The first and last day of the bucket that contains a day. */
function around(day: number, size: BucketSize): Span {
  if (size === 'day') return [day, day];
  if (size === 'week') return [weekOf(day) * 7 - 3, weekOf(day) * 7 + 3];
  const at = new Date(day * DAY_MS);
  const start = (months: number) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1) / DAY_MS;
  return [start(0), start(1) - 1];
}

/** The number of sales per visible day, week or month, without empty ones. @param sales oldest first */
export function volumes(
  sales: readonly { day: number; volume: number }[],
  span: Span,
  size: BucketSize,
): Bucket[] {
  const buckets: Bucket[] = [];
  for (const { day, volume } of sales) {
    const latest = buckets.at(-1);
    if (latest && day <= latest.days[1]) latest.volume += volume;
    else {
      const [first, last] = around(day, size);
      buckets.push({ days: [Math.max(first, span[0]), Math.min(last, span[1])], volume });
    }
  }
  return buckets;
}

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
      <Drawing frame={frame} className="pointer-events-none absolute inset-0">
        <path
          d={buckets.map((bucket) => barPath(bucket, frame, days, scale.domain)).join('')}
          className="fill-accent/65 contrast-more:fill-accent forced-colors:fill-accent"
        />
      </Drawing>
      <span
        className="pointer-events-none absolute top-1 text-2xs/none text-ink-faint"
        style={{ left: start + 2 }}
      >
        Sales per {size}
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
