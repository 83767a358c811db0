import { KINDS, SALE_KINDS, type SaleKind } from '../sale/kinds.ts';
import { LIMITS } from '../shared/limits.ts';
import { keysOf } from '../shared/record.ts';
import {
  calendarDay,
  lastPage,
  oneNumberOf,
  oneOf,
  pageNumber,
  printFields,
  queryString,
  type Reader,
  type Readers,
  readFields,
  searchText,
  trueOrFalse,
} from '../shared/search-param-values.ts';
import { SORT_ORDERS, type SortOrder } from '../shared/sort-orders.ts';
import { type FilterValues, readFilterValues } from './filter-fields.ts';
import type { MarketFilter } from './sale-filter.ts';

/** The filters of Market History, except the kind, as URL parameters (`zMarketFilter`). Absent means any. */
export interface MarketFilters extends FilterValues {
  name?: string;
  /** The name must match exactly, because it was chosen from the suggestions. */
  exact?: boolean;
  /** The advanced query as typed; it can be invalid. */
  query?: string;
}

export const MARKET_SORTS = ['name', 'price', 'date_sold'] as const;
export type MarketSort = (typeof MARKET_SORTS)[number];

export interface MarketOrder {
  sort: MarketSort;
  order: SortOrder;
}

/** The chart's time windows in days; the second one is the default, and the last one all time. */
export const CHART_WINDOWS = [30, LIMITS.priceHistory.defaultDays, 365, LIMITS.priceHistory.maxDays] as const;

/** Reads a window. Older addresses have ten years as the longest one. */
export const chartWindow: Reader<number> = (text) =>
  text === '3650' ? LIMITS.priceHistory.maxDays : oneNumberOf(CHART_WINDOWS)(text);

/** The chart's price scale: `auto` is logarithmic for a wide range of prices. */
const CHART_SCALES = ['auto', 'linear', 'log'] as const;
export type ChartScale = (typeof CHART_SCALES)[number];

/** The trait that the chart's dots are coloured by. */
const CHART_COLOURS = ['none', 'nature', 'perfect_ivs', 'shiny'] as const;
export type ChartColour = (typeof CHART_COLOURS)[number];

/** Filters as separate fields, or as one query (docs/screens.md). */
export const FILTER_MODES = ['easy', 'advanced'] as const;
export type FilterMode = (typeof FILTER_MODES)[number];

/** The days that the chart is zoomed to, both inclusive. */
export interface Zoom {
  from: string;
  to: string;
}

export interface SaleSelection {
  kind: SaleKind;
  /** Simple filters and the query are joined by AND; a query exists only in advanced mode. */
  filters: MarketFilters;
}

/** The state of Market History that the query string holds. */
export interface MarketSearchParams extends SaleSelection, MarketOrder {
  /** Always `advanced` when there is a query. */
  mode: FilterMode;
  /** From 1. */
  page: number;
  limit: number;
  /** The chart's time window in days; undefined for the shortest one with sales, from the default one on. */
  days?: number;
  chart: 'shown' | 'hidden';
  scale: ChartScale;
  colour: ChartColour;
  zoom?: Zoom;
  /** On a name page: the input of its price check, encoded by `price-check-search-params.ts`. */
  check?: string;
}

/** Identifies a name page. The page's path contains it, so its query string does not. */
export interface NamePageRef {
  kind: SaleKind;
  name: string;
}

/** Defaults, without a query string: the newest item sales. */
export const START: MarketSearchParams = {
  kind: 'item',
  filters: {},
  mode: 'easy',
  sort: 'date_sold',
  order: 'desc',
  page: 1,
  limit: LIMITS.browsePageSizes[0],
  days: undefined,
  chart: 'shown',
  scale: 'auto',
  colour: 'none',
  zoom: undefined,
  check: undefined,
};

const NAME_READERS = {
  name: searchText,
  exact: trueOrFalse,
  query: (text: string) => text.trim() || undefined,
};

type Rest = Omit<MarketSearchParams, keyof SaleSelection>;

/** The days of a zoom, as `printZoom` prints them. */
export const readZoom: Reader<Zoom> = (text) => {
  const [from, to] = text.split('..').map(calendarDay);
  return from && to && from <= to && text.length === 22 ? { from, to } : undefined;
};

export const printZoom = ({ from, to }: Zoom): string => `${from}..${to}`;

const MAX_CHECK_LENGTH = 400;

const REST: Readers<Rest> = {
  mode: oneOf(FILTER_MODES),
  sort: oneOf(MARKET_SORTS),
  order: oneOf(SORT_ORDERS),
  page: pageNumber,
  limit: oneNumberOf(LIMITS.browsePageSizes),
  days: chartWindow,
  chart: oneOf(['shown', 'hidden']),
  scale: oneOf(CHART_SCALES),
  colour: oneOf(CHART_COLOURS),
  zoom: readZoom,
  check: (text) => (text.length > MAX_CHECK_LENGTH ? undefined : text || undefined),
};
const REST_FIELDS = keysOf(REST);

function readFilters(kind: SaleKind, query: URLSearchParams): MarketFilters {
  const { exact, ...name } = readFields(query, NAME_READERS, ['name', 'exact', 'query']);
  const filters: MarketFilters = { ...name, ...readFilterValues(kind, query) };
  return exact && filters.name ? { ...filters, exact } : filters;
}

/**
 * Reads a query string. Invalid values are ignored, so every URL shows something. An invalid query is kept, so that
 * the user can correct it.
 *
 * @param place set on a name page; undefined on Market History
 */
export function readSearchParams(search: string, place?: NamePageRef): MarketSearchParams {
  const query = new URLSearchParams(search);
  const kind = place?.kind ?? SALE_KINDS.find((one) => KINDS[one].path === query.get('tab')) ?? START.kind;
  const rest = { ...START, ...readFields<Rest>(query, REST, REST_FIELDS) };
  const filters = readFilters(kind, query);
  return {
    ...rest,
    kind,
    filters: place ? { ...filters, name: place.name, exact: true } : filters,
    mode: filters.query ? 'advanced' : rest.mode,
    page: Math.min(rest.page, lastPage(rest.limit)),
  };
}

/** Prints the query string, without defaults and without values that the path contains. */
export function printSearchParams(params: MarketSearchParams, place?: NamePageRef): string {
  const { kind, filters, zoom, mode, ...rest } = params;
  const query = new URLSearchParams();
  if (!place && kind !== START.kind) query.set('tab', KINDS[kind].path);
  const { name, exact, ...values } = filters;
  printFields(query, place ? values : { name, exact, ...values });
  // A query implies the advanced mode.
  printFields(query, filters.query ? rest : { ...rest, mode }, START);
  if (zoom) query.set('zoom', printZoom(zoom));
  return queryString(query);
}

/** The filter for the list, its count, the chart and live sales. */
export const marketFilter = ({ kind, filters }: SaleSelection): MarketFilter => ({ kind, ...filters });
