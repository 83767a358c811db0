import { HIDDEN_POWER_TYPES, type HiddenPowerType } from '../../../src/contract/hidden-power.ts';
import { type IvColumn, ivColumn, STATS } from '../../../src/contract/ivs.ts';
import { KINDS, SALE_KINDS, type SaleKind } from '../../../src/contract/kinds.ts';
import { LIMITS } from '../../../src/contract/limits.ts';
import { NATURE_NAMES } from '../../../src/contract/natures.ts';
import type { SortOrder } from '../../../src/contract/sale.ts';
import {
  calendarDay,
  lastPage,
  oneNumberOf,
  oneOf,
  pageNumber,
  price,
  printFields,
  queryString,
  type Reader,
  type Readers,
  readFields,
  searchText,
  trueOrFalse,
  wholeNumber,
} from '../../lib/address-values.ts';
import type { RangeFilters } from '../../sales/range-fields.tsx';

type IvBound = `${'min' | 'max'}_${IvColumn}`;

/** What the list and the chart are narrowed by, in the names of the API; absent means any. */
export interface MarketFilters extends RangeFilters, Partial<Record<IvBound, number>> {
  name?: string;
  /** The name is a whole one, chosen from the suggestions. */
  exact?: boolean;
  nature?: string;
  ability?: string;
  form?: string;
  hidden_power?: HiddenPowerType;
  is_shiny?: boolean;
  min_perfect_ivs?: number;
}

export type MarketSort = 'name' | 'price' | 'date_sold';

/** Days that the chart can look back. */
export const CHART_WINDOWS = [30, 90, 365, LIMITS.priceHistory.maxDays] as const;

/** Everything that decides what Market History shows; the query string holds it. */
export interface MarketAddress {
  kind: SaleKind;
  filters: MarketFilters;
  sort: MarketSort;
  order: SortOrder;
  /** From 1. */
  page: number;
  limit: number;
  /** How far the chart looks back. */
  days: number;
  chart: 'shown' | 'hidden';
}

/** What the bare address shows: the newest item sales. */
export const START: MarketAddress = {
  kind: 'item',
  filters: {},
  sort: 'date_sold',
  order: 'desc',
  page: 1,
  limit: LIMITS.browsePageSizes[0],
  days: LIMITS.priceHistory.defaultDays,
  chart: 'shown',
};

const IV_BOUNDS = STATS.flatMap((stat): IvBound[] => [`min_${ivColumn(stat)}`, `max_${ivColumn(stat)}`]);
const iv = wholeNumber(LIMITS.iv.min, LIMITS.iv.max);

const COMMON = {
  name: searchText,
  exact: trueOrFalse,
  min_price: price,
  max_price: price,
  date_from: calendarDay,
  date_to: calendarDay,
};

const FILTERS: Readers<MarketFilters> = {
  ...COMMON,
  nature: oneOf(NATURE_NAMES),
  ability: searchText,
  form: searchText,
  hidden_power: oneOf(HIDDEN_POWER_TYPES),
  is_shiny: trueOrFalse,
  min_perfect_ivs: wholeNumber(1, STATS.length),
  ...(Object.fromEntries(IV_BOUNDS.map((bound) => [bound, iv])) as Record<IvBound, Reader<number>>),
};

const FILTERS_OF: Record<SaleKind, readonly (keyof MarketFilters)[]> = {
  item: Object.keys(COMMON) as (keyof typeof COMMON)[],
  pokemon: Object.keys(FILTERS) as (keyof MarketFilters)[],
};

type Rest = Omit<MarketAddress, 'kind' | 'filters'>;

const REST: Readers<Rest> = {
  sort: oneOf(['name', 'price', 'date_sold']),
  order: oneOf(['asc', 'desc']),
  page: pageNumber,
  limit: oneNumberOf(LIMITS.browsePageSizes),
  days: oneNumberOf(CHART_WINDOWS),
  chart: oneOf(['shown', 'hidden']),
};
const REST_FIELDS = Object.keys(REST) as (keyof Rest)[];

function readFilters(kind: SaleKind, query: URLSearchParams): MarketFilters {
  const { exact, ...filters } = readFields<MarketFilters>(query, FILTERS, FILTERS_OF[kind]);
  return exact && filters.name ? { ...filters, exact } : filters;
}

/** Reads a query string. Whatever makes no sense in it counts as absent, so every address shows something. */
export function readAddress(search: string): MarketAddress {
  const query = new URLSearchParams(search);
  const kind = SALE_KINDS.find((one) => KINDS[one].path === query.get('tab')) ?? START.kind;
  const rest = { ...START, ...readFields<Rest>(query, REST, REST_FIELDS) };
  const page = Math.min(rest.page, lastPage(rest.limit));
  return { ...rest, page, kind, filters: readFilters(kind, query) };
}

/** The query string of an address. Says only what differs from the start. */
export function printAddress({ kind, filters, ...rest }: MarketAddress): string {
  const query = new URLSearchParams();
  if (kind !== START.kind) query.set('tab', KINDS[kind].path);
  printFields(query, filters);
  printFields(query, rest, START);
  return queryString(query);
}
