import type { Chart, ChartPoint } from '../../src/contract/market/market.ts';
import { CHART_WINDOWS, type MarketSearchParams } from '../../src/contract/market/market-search-params.ts';
import { natureLabel } from '../../src/contract/sale/natures.ts';
import { priceSpan, priceText } from '../../src/contract/sale/price.ts';
import { dayDate, formatDate } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { counted, formatNumber } from '../../src/contract/shared/plural.ts';
import { type Dot, dotsAt, pricesOf, salesOf } from './dots.ts';
import type { Span } from './span.ts';

const WINDOW_LABELS: Record<number, { button: string; phrase: string }> = {
  30: { button: '30 d', phrase: '30 days' },
  90: { button: '90 d', phrase: '90 days' },
  365: { button: '1 y', phrase: '12 months' },
  [LIMITS.priceHistory.maxDays]: { button: 'All', phrase: 'all time' },
};

export const WINDOWS = CHART_WINDOWS.map((days) => ({
  value: String(days),
  label: WINDOW_LABELS[days]?.button ?? '',
}));

export const windowLabel = (days: number): string => WINDOW_LABELS[days]?.phrase ?? `${days} days`;

/** `11 sales in 90 days, 400,000 to 2,100,000 PD`; `11 sales of 4 names in …`; for all time `11 sales since 3 Jan 2025, …` */
export function historySummary({ data, total_records, names }: Chart, days: number): string {
  const low = Math.min(...data.map((point) => point.low));
  const high = Math.max(...data.map((point) => point.high));
  const of = names > 1 ? ` of ${formatNumber(names)} names` : '';
  const [first] = data;
  const when =
    first && days === LIMITS.priceHistory.maxDays
      ? `since ${formatDate(first.date)}`
      : `in ${windowLabel(days)}`;
  return `${counted(total_records, 'sale')}${of} ${when}, ${priceSpan(low, high)}`;
}

const traitsOf = ({ nature, perfect_ivs, is_shiny }: ChartPoint): string[] =>
  [
    nature && natureLabel(nature),
    perfect_ivs !== undefined && `${perfect_ivs} × 31`,
    is_shiny && 'shiny',
  ].filter((trait) => typeof trait === 'string');

/** `on 1 Oct 2026` or `from 1 Oct 2026 to 20 Oct 2026`. */
const daysText = ([first, last]: Span): string => {
  const [from, to] = [first, last].map((day) => formatDate(dayDate(day)));
  return first === last ? `on ${from}` : `from ${from} to ${to}`;
};

/** `3 sales from 1 Oct 2026 to 20 Oct 2026, 400,000 to 900,000 PD` */
export function zoomSummary(dots: readonly Dot[], days: Span): string {
  const ends = pricesOf(dots);
  const when = daysText(days);
  return ends ? `${counted(salesOf(dots), 'sale')} ${when}, ${priceSpan(...ends)}` : `No sales ${when}`;
}

/**
 * The label of one dot: `12 Mar 2026: 400,000 PD, Adamant, 5 × 31`.
 *
 * @param named includes the name, when the chart has several
 */
export function figures(dot: Dot, named: boolean): string {
  const { days, price, low, high, volume, name } = dot;
  const isDay = days[0] === days[1];
  const when = days
    .map((day) => formatDate(dayDate(day)))
    .slice(isDay ? 1 : 0)
    .join(' to ');
  const prices = priceSpan(low, high);
  if (volume > 1)
    return `${when}: ${counted(volume, 'sale')}, ${prices}, median${isDay ? '' : ' day'} ${priceText(price)}`;
  return [`${when}: ${named && name ? `${name}, ` : ''}${prices}`, ...traitsOf(dot)].join(', ');
}

/** `2 of 7 sales here`; null when there is only one. */
export function placeText(dots: readonly Dot[], dot: Dot): string | null {
  const here = dotsAt(dots, dot);
  return here.length > 1 ? `${here.indexOf(dot) + 1} of ${here.length} sales here` : null;
}

/** The subject of the chart: the searched name, or the query. */
export const subjectOf = ({ filters }: MarketSearchParams): string => filters.name ?? filters.query ?? '';
