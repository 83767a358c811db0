import type { Span } from './span.ts';

/** Lengths of periods, in days. */
const LENGTHS = [1, 7, 30, 90] as const;
export type PeriodDays = (typeof LENGTHS)[number];

/** The first length for which `fits` is true, otherwise the longest. */
export const shortestPeriod = (fits: (length: PeriodDays) => boolean): PeriodDays => LENGTHS.find(fits) ?? 90;

/** After "per". */
export const PERIOD_LABELS: Record<PeriodDays, string> = {
  1: 'day',
  7: 'week',
  30: '30 days',
  90: '90 days',
};

export interface Bucket<T> {
  /** Limited to the visible days. */
  days: Span;
  dots: T[];
}

/**
 * The dots of each period, without empty ones. Periods are counted back from the last visible day, so that the newest is
 * always complete, and only the oldest can be shorter.
 *
 * @param dots oldest first
 */
export function bucketed<T extends { day: number }>(
  dots: readonly T[],
  [first, last]: Span,
  length: PeriodDays,
): Bucket<T>[] {
  const groups = Map.groupBy(dots, ({ day }) => Math.floor((last - day) / length) * length);
  return [...groups].map(([before, group]) => ({
    days: [Math.max(first, last - before - length + 1), last - before],
    dots: group,
  }));
}
