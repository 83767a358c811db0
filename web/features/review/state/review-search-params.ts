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
  trueOrFalse,
  wholeNumber,
} from '../../../../src/contract/address-values.ts';
import { SALE_KINDS, type SaleKind } from '../../../../src/contract/kinds.ts';
import { LIMITS } from '../../../../src/contract/limits.ts';
import { REVIEW_SCOPES, type ReviewScope } from '../../../../src/contract/review.ts';
import { SALE_STATUSES, type SaleStatus } from '../../../../src/contract/sale.ts';
import type { RangeFilters } from '../../../sales/range-fields.tsx';

/** The lists, and the reviewers' figures, which are for admins. */
export const REVIEW_TABS = [...REVIEW_SCOPES, 'reviewers'] as const;
export type ReviewTab = (typeof REVIEW_TABS)[number];

/** A grid of cards (SPEC section 2), or the queue with one sale beside it. */
export const REVIEW_VIEWS = ['cards', 'workbench'] as const;
export type ReviewView = (typeof REVIEW_VIEWS)[number];

/** What the All tab is narrowed by, in the names of the API. */
export interface ReviewFilters extends RangeFilters {
  kind?: SaleKind;
  status?: SaleStatus;
  name?: string;
  submitter?: string;
  reviewer?: string;
  flagged?: boolean;
  /** Deleted sales in place of the others; for admins. */
  deleted?: boolean;
}

/** Everything that decides which submissions show; the query string holds it. */
export interface ReviewAddress {
  tab: ReviewTab;
  view: ReviewView;
  /** The sale that is open. */
  sale?: number;
  /** Of the All tab; the pending ones are never filtered. */
  filters: ReviewFilters;
  page: number;
  limit: number;
}

/** What the bare address shows: the queue, from its front. */
export const START: ReviewAddress = {
  tab: 'pending',
  view: 'cards',
  filters: {},
  page: 1,
  limit: LIMITS.reviewPageSize,
};

const FILTERS: Readers<ReviewFilters> = {
  kind: oneOf(SALE_KINDS),
  status: oneOf(SALE_STATUSES),
  name: searchText,
  submitter: searchText,
  reviewer: searchText,
  flagged: trueOrFalse,
  deleted: trueOrFalse,
  min_price: price,
  max_price: price,
  date_from: calendarDay,
  date_to: calendarDay,
};
const FILTER_FIELDS = Object.keys(FILTERS) as (keyof ReviewFilters)[];

type Rest = Omit<ReviewAddress, 'filters'>;
const REST: Readers<Rest> = {
  tab: oneOf(REVIEW_TABS),
  view: oneOf(REVIEW_VIEWS),
  page: pageNumber,
  limit: oneNumberOf(LIMITS.reviewPageSizes),
  sale: wholeNumber(1, LIMITS.id.max),
};
const REST_FIELDS = Object.keys(REST) as (keyof Rest)[];

/** The list that a tab shows; the reviewers' figures have none of their own. */
export const scopeOf = (tab: ReviewTab): ReviewScope => (tab === 'all' ? 'all' : 'pending');

/** Reads a query string. Whatever makes no sense in it counts as absent. */
export function readAddress(search: string): ReviewAddress {
  const query = new URLSearchParams(search);
  const rest = { ...START, ...readFields<Rest>(query, REST, REST_FIELDS) };
  const filters = rest.tab === 'all' ? readFields<ReviewFilters>(query, FILTERS, FILTER_FIELDS) : {};
  return { ...rest, page: Math.min(rest.page, lastPage(rest.limit)), filters };
}

/** The query string of an address. Says only what differs from the start. */
export function printAddress({ tab, filters, ...rest }: ReviewAddress): string {
  const query = new URLSearchParams();
  printFields(query, { tab }, START);
  if (tab === 'all') printFields(query, filters);
  printFields(query, rest, START);
  return queryString(query);
}
