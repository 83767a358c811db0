import type { Chart, ChartPoint } from '../../src/contract/market/market.ts';
import { dayDate, dayNumber } from '../../src/contract/shared/dates.ts';
import { type Bucket, bucketed, type PeriodDays, shortestPeriod } from './buckets.ts';
import { overlaps, type Span } from './span.ts';

/** A sale, or the sales of one or more days. */
export interface Dot extends ChartPoint {
  /** Where it is drawn. */
  day: number;
  /** The days whose sales it shows. */
  days: Span;
}

export const dotsOf = ({ data }: Chart): Dot[] =>
  data.map((point) => {
    const day = dayNumber(point.date);
    return { ...point, day, days: [day, day] };
  });

export const dotsInSpan = (dots: readonly Dot[], span: Span): Dot[] =>
  dots.filter(({ days }) => overlaps(days, span));

/** The number of sales; a dot can stand for several. */
export const salesOf = (dots: readonly Pick<Dot, 'volume'>[]): number =>
  dots.reduce((sum, { volume }) => sum + volume, 0);

/** The lowest and highest price of the dots; null when there are no dots. */
export const pricesOf = (dots: readonly Dot[]): [low: number, high: number] | null =>
  dots.length === 0
    ? null
    : [Math.min(...dots.map((dot) => dot.low)), Math.max(...dots.map((dot) => dot.high))];

/** Whether each point is a single sale. If not, each is a day or a longer period. */
export const areSingleSales = (points: readonly ChartPoint[]): boolean =>
  points.every((point) => point.sale_id !== undefined);

/** Several days as one dot in their middle. Its price is that of the median day, so that it is one that was paid. */
function merge({ days, dots }: Bucket<Dot>): Dot[] {
  const [low, high] = pricesOf(dots) ?? [0, 0];
  const median = dots.toSorted((a, b) => a.price - b.price)[Math.floor((dots.length - 1) / 2)];
  if (!median || dots.length === 1) return dots;
  const date = dayDate(days[0]);
  return [
    { date, price: median.price, low, high, volume: salesOf(dots), day: (days[0] + days[1]) / 2, days },
  ];
}

/** Pixels for a mark of several sales. */
const ROOM = 2.5;

/** Days of sales, merged into longer periods when there is too little room for a mark per day. Single sales stay. */
export function mergeDays(
  dots: readonly Dot[],
  span: Span,
  width: number,
): { dots: readonly Dot[]; period: PeriodDays } {
  if (areSingleSales(dots)) return { dots, period: 1 };
  const period = shortestPeriod((length) => bucketed(dots, span, length).length * ROOM <= width);
  return { dots: bucketed(dots, span, period).flatMap(merge), period };
}

/** The dots at the same place as a dot, which are drawn as one. */
export const dotsAt = (dots: readonly Dot[], { day, price }: Dot): Dot[] =>
  dots.filter((dot) => dot.day === day && dot.price === price);

/** The dot for the same sale, otherwise the first for the same days: after zooming, other dots stand for them. */
export const sameDot = (dots: readonly Dot[], { sale_id, days }: Dot): Dot | null =>
  dots.find((dot) => sale_id !== undefined && dot.sale_id === sale_id) ??
  dots.find((dot) => overlaps(dot.days, days)) ??
  null;
