import type { Domain } from '../../src/contract/market/chart-scale.ts';
import { DAY_MS } from '../../src/contract/shared/dates.ts';
import { lengthOf, type Span } from './span.ts';

/** The sales of a day, week or month. */
export interface Bucket {
  /** Limited to the visible days, so the first and last bucket can be partial. */
  days: Span;
  volume: number;
}

export type BucketSize = 'day' | 'week' | 'month';

const LONGEST: Record<BucketSize, number> = { day: 1, week: 7, month: 31 };
const SIZES: readonly BucketSize[] = ['day', 'week', 'month'];

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

/**
 * The number of sales per visible day, week or month, without empty ones.
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

/** The domain of the volume axis: from 0 to a round number not below `most`. */
export function volumeScale(most: number): Domain {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).filter(Number.isInteger);
  return [0, steps.find((step) => step >= most) ?? most];
}
