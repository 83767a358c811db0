import { useMemo } from 'react';
import type { Chart } from '../../src/contract/market/market.ts';
import type { Zoom } from '../../src/contract/market/market-search-params.ts';
import { dayNumber, daysBefore } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { serverToday } from '../lib/clock.ts';
import { useDebounced } from '../ui/hooks/use-debounced.ts';
import { type Span, spanOfZoom } from './span.ts';

/** How long a zoom must rest before its days are loaded in more detail. */
const ZOOM_REST_MS = 250;

/** The days of the window. All time starts at the first sale; the others keep their length, even without sales. */
function windowOf(first: string | undefined, days: number, to: string): Span {
  const from = days === LIMITS.priceHistory.maxDays ? (first ?? to) : daysBefore(to, days);
  return [dayNumber(from), dayNumber(to)];
}

export function useChartWindow(history: Chart | undefined, days: number, zoom: Zoom | undefined) {
  const first = history?.data[0]?.date;
  const today = serverToday();
  const whole = useMemo(() => windowOf(first, days, today), [first, days, today]);
  const span = useMemo(() => spanOfZoom(zoom, whole) ?? whole, [zoom, whole]);
  const thinned = history !== undefined && history.total_records > history.data.length;
  const resting = useDebounced(zoom, ZOOM_REST_MS);
  /** The days to load in more detail, because the history has one point per day; null when there is nothing to load. */
  const detailRange = thinned && zoom && resting === zoom && span !== whole ? zoom : null;
  return { whole, span, detailRange };
}
