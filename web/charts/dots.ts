import type { ChartPoint } from '../../src/contract/market/market.ts';
import { dayNumber } from './chart-scale.ts';
import type { Span } from './span.ts';

/** A sale, or a day of sales, with its day number. */
export interface Dot extends ChartPoint {
  day: number;
}

export const dotsOf = (points: readonly ChartPoint[]): Dot[] =>
  points.map((point) => ({ ...point, day: dayNumber(point.date) }));

export const dotsWithin = (dots: readonly Dot[], [first, last]: Span): Dot[] =>
  dots.filter(({ day }) => day >= first && day <= last);

/** The number of sales, not of dots. */
export const salesOf = (dots: readonly Dot[]): number => dots.reduce((sum, { volume }) => sum + volume, 0);

/** The lowest and the highest price of some dots; null without any. */
export const pricesOf = (dots: readonly Dot[]): [low: number, high: number] | null =>
  dots.length === 0
    ? null
    : [Math.min(...dots.map((dot) => dot.low)), Math.max(...dots.map((dot) => dot.high))];
