import type { Chart, ChartPoint } from '../../src/contract/market/market.ts';
import { dayNumber } from '../../src/contract/shared/dates.ts';
import type { Span } from './span.ts';

/** A sale, or a day of sales, with its day number. */
export interface Dot extends ChartPoint {
  day: number;
}

export const dotsOf = ({ data }: Chart): Dot[] =>
  data.map((point) => ({ ...point, day: dayNumber(point.date) }));

export const dotsInSpan = (dots: readonly Dot[], [first, last]: Span): Dot[] =>
  dots.filter(({ day }) => day >= first && day <= last);

/** The number of sales; a dot can stand for several. */
export const salesOf = (dots: readonly Dot[]): number => dots.reduce((sum, { volume }) => sum + volume, 0);

/** The lowest and highest price of the dots; null when there are no dots. */
export const pricesOf = (dots: readonly Dot[]): [low: number, high: number] | null =>
  dots.length === 0
    ? null
    : [Math.min(...dots.map((dot) => dot.low)), Math.max(...dots.map((dot) => dot.high))];
