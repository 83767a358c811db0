import { KINDS, SALE_KINDS, type SaleKind } from '../sale/kinds.ts';
import type { SortOrder } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import { type FilterValues, filtersOfKind, readFilterValues } from './filter-fields.ts';
import type { MarketFilter } from './sale-filter.ts';
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
} from './search-param-values.ts';

/** What Market History is narrowed to beside the kind (`zMarketFilter`), as its address gives it; absent means any. */
export interface MarketFilters extends FilterValues {
  name?: string;
  /** The name is a whole one, chosen from the suggestions. */
  exact?: boolean;
  /** The advanced query as somebody wrote it; it may be invalid. */
  query?: string;
}

export type MarketSort = 'name' | 'price' | 'date_sold';

/** Days that the chart can look back. */
export const CHART_WINDOWS = [30, 90, 365, LIMITS.priceHistory.maxDays] as const;

/** How prices stand in the chart: `auto` is logarithmic where they span very much. */
export const CHART_SCALES = ['auto', 'linear', 'log'] as const;
export type ChartScale = (typeof CHART_SCALES)[number];

/** What the chart's dots are told apart by. */
export const CHART_COLOURS = ['none', 'nature', 'perfect_ivs', 'shiny'] as const;
export type ChartColour = (typeof CHART_COLOURS)[number];

/** How the filters are given (docs/product.md "Screens"): in fields, or in one query. */
export const FILTER_MODES = ['easy', 'advanced'] as const;
export type FilterMode = (typeof FILTER_MODES)[number];

/** Days of the chart that are drawn larger. */
export interface Zoom {
  from: string;
  to: string;
}

/** Everything that decides what Market History shows; the query string holds it. */
export interface MarketSearchParams {
  kind: SaleKind;
  /** Easy filters and the query hold together; a query is only there in the advanced mode. */
  filters: MarketFilters;
  /** Advanced wherever there is a query. */
  mode: FilterMode;
  sort: MarketSort;
  order: SortOrder;
  /** From 1. */
  page: number;
  limit: number;
  /** How far the chart looks back. */
  days: number;
  chart: 'shown' | 'hidden';
  scale: ChartScale;
  colour: ChartColour;
  zoom?: Zoom | undefined;
  /** On the page of a name: what is asked the price of, in the words of `price-check-address.ts`. */
  check?: string | undefined;
}

/** What a page is of that shows the sales of one name: its own path says so, and its query string does not. */
export interface NamePageRef {
  kind: SaleKind;
  name: string;
}

/** What the bare address shows: the newest item sales. */
export const START: MarketSearchParams = {
  kind: 'item',
  filters: {},
  mode: 'easy',
  sort: 'date_sold',
  order: 'desc',
  page: 1,
  limit: LIMITS.browsePageSizes[0],
  days: LIMITS.priceHistory.defaultDays,
  chart: 'shown',
  scale: 'auto',
  colour: 'none',
};

const NAME_READERS = {
  name: searchText,
  exact: trueOrFalse,
  query: (text: string) => text.trim() || undefined,
};

/** The filters of each kind. */
export const FILTERS_OF: Record<SaleKind, readonly (keyof MarketFilters)[]> = {
  item: ['name', 'exact', 'query', ...filtersOfKind('item').map(({ param }) => param)],
  pokemon: ['name', 'exact', 'query', ...filtersOfKind('pokemon').map(({ param }) => param)],
};

type Rest = Omit<MarketSearchParams, 'kind' | 'filters'>;

const dayRange: Reader<Zoom> = (text) => {
  const [from, to] = text.split('..').map(calendarDay);
  return from && to && from <= to && text.length === 22 ? { from, to } : undefined;
};

/** Longer than any check can be. */
const CHECK_LENGTH = 400;

const REST: Readers<Rest> = {
  mode: oneOf(FILTER_MODES),
  sort: oneOf(['name', 'price', 'date_sold']),
  order: oneOf(['asc', 'desc']),
  page: pageNumber,
  limit: oneNumberOf(LIMITS.browsePageSizes),
  days: oneNumberOf(CHART_WINDOWS),
  chart: oneOf(['shown', 'hidden']),
  scale: oneOf(CHART_SCALES),
  colour: oneOf(CHART_COLOURS),
  zoom: dayRange,
  check: (text) => (text.length > CHECK_LENGTH ? undefined : text || undefined),
};
const REST_FIELDS = Object.keys(REST) as (keyof Rest)[];

function readFilters(kind: SaleKind, query: URLSearchParams): MarketFilters {
  const { exact, ...name } = readFields(query, NAME_READERS, ['name', 'exact', 'query']);
  const filters: MarketFilters = { ...name, ...readFilterValues(kind, query) };
  return exact && filters.name ? { ...filters, exact } : filters;
}

/**
 * Reads a query string. Whatever makes no sense in it counts as absent, so every address shows something; a faulty
 * query alone stays, to be put right.
 *
 * @param place the name whose page this is; without one it is Market History
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

/** The query string of an address. Says only what differs from the start, and nothing that the path says. */
export function printSearchParams(address: MarketSearchParams, place?: NamePageRef): string {
  const { kind, filters, zoom, mode, ...rest } = address;
  const query = new URLSearchParams();
  if (!place && kind !== START.kind) query.set('tab', KINDS[kind].path);
  printFields(query, place ? { ...filters, name: undefined, exact: undefined } : filters);
  // A query says its mode by itself.
  printFields(query, filters.query ? rest : { ...rest, mode }, START);
  if (zoom) query.set('zoom', `${zoom.from}..${zoom.to}`);
  return queryString(query);
}

/** The filter of an address, for the list, its count, the chart and live sales alike. */
export const marketFilter = ({ kind, filters }: MarketSearchParams): MarketFilter => ({ kind, ...filters });
