import type { Zoom } from '../../src/contract/market/market-search-params.ts';
import { type Domain, dayDate, dayNumber } from './chart-scale.ts';

/** Visible days: the numbers of the first and the last, inclusive. */
export type Span = readonly [first: number, last: number];

export const lengthOf = ([first, last]: Span): number => last - first + 1;

/** The axis of some days: each day has a column, including the first and the last. */
export const domainOf = ([first, last]: Span): Domain => [first - 0.5, last + 0.5];

const clamp = (day: number, [first, last]: Span): number => Math.min(last, Math.max(first, day));

/** The day at a position of the axis. */
export function dayAt(x: number, span: Span, [start, end]: Domain): number {
  const part = (x - start) / (end - start);
  return clamp(Math.floor(span[0] + part * lengthOf(span)), span);
}

/** The days between two days, in either order. */
export const spanBetween = (a: number, b: number): Span => [Math.min(a, b), Math.max(a, b)];

/** Moves the days by some days, within the available ones. */
export function moved([first, last]: Span, by: number, whole: Span): Span {
  const room = clamp(first + by, [whole[0], whole[1] - (last - first)]) - first;
  return [first + room, last + room];
}

/** Scales the number of days, keeping `around` at the same relative position; at least one day. */
export function zoomed(span: Span, factor: number, around: number, whole: Span): Span {
  const length = Math.min(lengthOf(whole), Math.max(1, Math.round(lengthOf(span) * factor)));
  const part = (around + 0.5 - span[0]) / lengthOf(span);
  const first = Math.round(around + 0.5 - part * length);
  return moved([first, first + length - 1], 0, whole);
}

/** Moves the first or the last day; neither passes the other. */
export function withEnd(span: Span, end: 'first' | 'last', day: number, whole: Span): Span {
  const [first, last] = span;
  return end === 'first' ? [clamp(day, [whole[0], last]), last] : [first, clamp(day, [first, whole[1]])];
}

const covers = (span: Span, whole: Span): boolean => span[0] <= whole[0] && span[1] >= whole[1];

/** The days of a zoom in the URL, within the days of the chart; null for all days or none. */
export function spanOfZoom(zoom: Zoom | undefined, whole: Span): Span | null {
  if (!zoom) return null;
  const first = Math.max(whole[0], dayNumber(zoom.from));
  const last = Math.min(whole[1], dayNumber(zoom.to));
  return first > last || covers([first, last], whole) ? null : [first, last];
}

/** The URL value of some days; undefined for all of them. */
export const zoomOf = (span: Span, whole: Span): Zoom | undefined =>
  covers(span, whole) ? undefined : { from: dayDate(span[0]), to: dayDate(span[1]) };
