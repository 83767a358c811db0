import { SALE_KINDS, type SaleKind } from '../../../src/contract/kinds.ts';
import { LIMITS } from '../../../src/contract/limits.ts';
import { REVIEW_SCOPES, type ReviewScope } from '../../../src/contract/review.ts';
import { SALE_STATUSES, type SaleStatus } from '../../../src/contract/sale.ts';
import {
  calendarDay,
  lastPage,
  oneNumberOf,
  oneOf,
  pageNumber,
  price,
  printFields,
  queryString,
  type Readers,
  readFields,
  searchText,
} from '../../lib/address-values.ts';
import type { RangeFilters } from '../../sales/range-fields.tsx';

/** What the All tab is narrowed by, in the names of the API. */
export interface ReviewFilters extends RangeFilters {
  kind?: SaleKind;
  status?: SaleStatus;
  name?: string;
  submitter?: string;
}

/** Everything that decides which submissions show; the query string holds it. */
export interface ReviewAddress {
  scope: ReviewScope;
  /** Of the All tab; the pending ones are never filtered. */
  filters: ReviewFilters;
  page: number;
  limit: number;
}

/** What the bare address shows: the queue, from its front. */
export const START: ReviewAddress = {
  scope: 'pending',
  filters: {},
  page: 1,
  limit: LIMITS.reviewPageSize,
};

const FILTERS: Readers<ReviewFilters> = {
  kind: oneOf(SALE_KINDS),
  status: oneOf(SALE_STATUSES),
  name: searchText,
  submitter: searchText,
  min_price: price,
  max_price: price,
  date_from: calendarDay,
  date_to: calendarDay,
};
const FILTER_FIELDS = Object.keys(FILTERS) as (keyof ReviewFilters)[];

type Rest = Omit<ReviewAddress, 'scope' | 'filters'>;
const REST: Readers<Rest> = { page: pageNumber, limit: oneNumberOf(LIMITS.reviewPageSizes) };

/** Reads a query string. Whatever makes no sense in it counts as absent. */
export function readAddress(search: string): ReviewAddress {
  const query = new URLSearchParams(search);
  const scope = oneOf(REVIEW_SCOPES)(query.get('tab') ?? '') ?? START.scope;
  const filters = scope === 'all' ? readFields<ReviewFilters>(query, FILTERS, FILTER_FIELDS) : {};
  const rest = { ...START, ...readFields<Rest>(query, REST, ['page', 'limit']) };
  return { ...rest, page: Math.min(rest.page, lastPage(rest.limit)), scope, filters };
}

/** The query string of an address. Says only what differs from the start. */
export function printAddress({ scope, filters, ...rest }: ReviewAddress): string {
  const query = new URLSearchParams();
  if (scope !== START.scope) query.set('tab', scope);
  if (scope === 'all') printFields(query, filters);
  printFields(query, rest, START);
  return queryString(query);
}
