import type { Domain } from '../../src/contract/market/chart-scale.ts';
import type { Zoom } from '../../src/contract/market/market-search-params.ts';
import { dayDate, dayNumber } from '../../src/contract/shared/dates.ts';

/** Visible days: the day numbers of the first and the last, both inclusive. */
export type Span = readonly [first: number, last: number];

export interface ChartDays {
  /** All days of the window. */
  whole: Span;
  /** The visible days. */
  span: Span;
}

export const lengthOf = ([first, last]: Span): number => last - first + 1;

/** The axis domain of a span: every day has a full column, including the first and the last. */
export const domainOf = ([first, last]: Span): Domain => [first - 0.5, last + 0.5];

const clamp = (day: number, [first, last]: Span): number => Math.min(last, Math.max(first, day));

/** The day whose column contains a position on the axis. */
export function dayAt(x: number, span: Span, [start, end]: Domain): number {
  const part = (x - start) / (end - start);
  return clamp(Math.floor(span[0] + part * lengthOf(span)), span);
}

export const spanBetween = (a: number, b: number): Span => [Math.min(a, b), Math.max(a, b)];

/** The span shifted by a number of days, limited to the window. */
export function moved([first, last]: Span, by: number, whole: Span): Span {
  const shift = clamp(first + by, [whole[0], whole[1] - (last - first)]) - first;
  return [first + shift, last + shift];
}

/** The span scaled by `factor`, with `around` at the same relative position; at least one day. */
export function zoomed(span: Span, factor: number, around: number, whole: Span): Span {
  const length = Math.min(lengthOf(whole), Math.max(1, Math.round(lengthOf(span) * factor)));
  const part = (around + 0.5 - span[0]) / lengthOf(span);
  const first = Math.round(around + 0.5 - part * length);
  return moved([first, first + length - 1], 0, whole);
}

/** The span with a new first or last day, limited by the other end and the window. */
export function withEnd(span: Span, end: 'first' | 'last', day: number, whole: Span): Span {
  const [first, last] = span;
  return end === 'first' ? [clamp(day, [whole[0], last]), last] : [first, clamp(day, [first, whole[1]])];
}

/** The span with the end that is nearer to a day at that day. */
export const withNearerEnd = (span: Span, day: number, whole: Span): Span =>
  withEnd(span, day - span[0] < span[1] - day ? 'first' : 'last', day, whole);

export const overlaps = (a: Span, b: Span): boolean => a[0] <= b[1] && a[1] >= b[0];

const covers = (span: Span, whole: Span): boolean => span[0] <= whole[0] && span[1] >= whole[1];

/** The span of a zoom parameter, limited to the window; null when it covers the whole window or none of it. */
export function spanOfZoom(zoom: Zoom | undefined, whole: Span): Span | null {
  if (!zoom) return null;
  const first = Math.max(whole[0], dayNumber(zoom.from));
  const last = Math.min(whole[1], dayNumber(zoom.to));
  return first > last || covers([first, last], whole) ? null : [first, last];
}

/** The zoom parameter of a span; undefined for the whole window. */
export const zoomOf = (span: Span, whole: Span): Zoom | undefined =>
  covers(span, whole) ? undefined : { from: dayDate(span[0]), to: dayDate(span[1]) };
