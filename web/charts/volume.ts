import type { Domain } from './chart-scale.ts';
import { lengthOf, type Span } from './span.ts';

/** The number of sales in some days. */
export interface Bucket {
  /** Within the visible days: the first and the last bucket may be cut. */
  days: Span;
  volume: number;
}

export type BucketSize = 'day' | 'week' | 'month';

const LONGEST: Record<BucketSize, number> = { day: 1, week: 7, month: 31 };
const SIZES: readonly BucketSize[] = ['day', 'week', 'month'];

/** The smallest bucket whose bars are at least `room` pixels wide. */
export const bucketSize = (span: Span, width: number, room = 5): BucketSize =>
  SIZES.find((size) => (lengthOf(span) / LONGEST[size]) * room <= width) ?? 'month';

const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday: weeks start on Mondays. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);

/** The first and the last day of a day's week or month. */
function around(day: number, size: BucketSize): Span {
  if (size === 'day') return [day, day];
  if (size === 'week') return [weekOf(day) * 7 - 3, weekOf(day) * 7 + 3];
  const at = new Date(day * DAY_MS);
  const start = (months: number) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1) / DAY_MS;
  return [start(0), start(1) - 1];
}

/**
 * The number of sales per visible day, week or month; empty buckets are omitted.
 *
 * @param sales oldest first
 */
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

/** The volume axis: from zero to a round number above the maximum. */
export function volumeScale(most: number): Domain {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).filter(Number.isInteger);
  return [0, steps.find((step) => step >= most) ?? most];
}
