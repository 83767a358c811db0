import {
  calendarDay,
  type IgnoredFilter,
  oneNumberOf,
  oneOf,
  pageNumber,
  price,
  searchText,
  trueOrFalse,
  wholeNumber,
} from '../../../../src/contract/market/search-param-values.ts';
import { REVIEW_SCOPES, type ReviewScope } from '../../../../src/contract/review/review-values.ts';
import { SALE_KINDS } from '../../../../src/contract/sale/kinds.ts';
import { SALE_STATUSES } from '../../../../src/contract/sale/statuses.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { PATHS } from '../../../lib/paths.ts';
import { fieldsFormat, type ValuesOf } from '../../../lib/url-state-format.ts';
import { type UrlState, type UrlStateFormat, useUrlState } from '../../../lib/use-url-state.ts';

/** The lists, and for admins the figures of the reviewers. */
const REVIEW_TABS = [...REVIEW_SCOPES, 'reviewers'] as const;
export type ReviewTab = (typeof REVIEW_TABS)[number];

/** A grid of cards, or the queue next to the open sale. */
export const REVIEW_VIEWS = ['cards', 'workbench'] as const;
export type ReviewView = (typeof REVIEW_VIEWS)[number];

/** The filters of the All tab, named as in the API. */
const FILTERS = {
  kind: oneOf(SALE_KINDS),
  status: oneOf(SALE_STATUSES),
  name: searchText,
  submitter: searchText,
  reviewer: searchText,
  flagged: trueOrFalse,
  /** Deleted sales instead of the others; for admins. */
  deleted: trueOrFalse,
  min_price: price,
  max_price: price,
  date_from: calendarDay,
  date_to: calendarDay,
};
type ReviewFilters = Partial<ValuesOf<typeof FILTERS>>;

/** The state of the review screen that its query string holds. */
export interface ReviewSearchParams {
  tab: ReviewTab;
  /** Absent: the view that was chosen last, or the one that fits the screen. */
  view?: ReviewView;
  /** The sale that is open. */
  sale?: number;
  /** Of the All tab only: the queue is never filtered. */
  filters: ReviewFilters;
  page: number;
  limit: number;
}

const FIRST_PAGE = { tab: 'pending', page: 1, limit: LIMITS.reviewPageSize } as const;

/** Without a query string: the first page of the queue. */
export const REVIEW_START: ReviewSearchParams = { ...FIRST_PAGE, filters: {} };

const FILTER_FIELDS = Object.keys(FILTERS) as (keyof ReviewFilters)[];

const FIELDS = fieldsFormat({
  start: FIRST_PAGE,
  readers: {
    tab: oneOf(REVIEW_TABS),
    ...FILTERS,
    view: oneOf(REVIEW_VIEWS),
    sale: wholeNumber(1, LIMITS.id.max),
    page: pageNumber,
    limit: oneNumberOf(LIMITS.reviewPageSizes),
  },
  filters: FILTER_FIELDS,
});

/** The list behind a tab. */
export const scopeOf = (tab: ReviewTab): ReviewScope => (tab === 'reviewers' ? 'pending' : tab);

/** Parses a query string. Invalid values count as absent. */
export function readReviewParams(search: string): ReviewSearchParams {
  const { tab, view, sale, page, limit, ...filters } = FIELDS.read(search);
  return { tab, view, sale, page, limit, filters: tab === 'all' ? filters : {} };
}

/** The query string of a state; defaults are left out. */
export const printReviewParams = ({ filters, ...rest }: ReviewSearchParams): string =>
  FIELDS.print(rest.tab === 'all' ? { ...rest, ...filters } : rest);

/** The filters of a query string that have no effect: the queue has none. */
export function ignoredFilters(search: string): IgnoredFilter[] {
  if (FIELDS.read(search).tab === 'all') return FIELDS.ignored(search);
  const query = new URLSearchParams(search);
  return FILTER_FIELDS.flatMap((field): IgnoredFilter[] => {
    const value = query.get(field);
    return value ? [[field, value]] : [];
  });
}

const FORMAT: UrlStateFormat<ReviewSearchParams> = {
  read: readReviewParams,
  print: printReviewParams,
  ignored: ignoredFilters,
  keepsPage: ['page', 'sale', 'view'],
};

/** The review screen's state, and how to change it. */
export interface ReviewNavigation extends Omit<UrlState<ReviewSearchParams>, 'go' | 'clear'> {
  /** Changes the list or its view; closes the open sale. */
  show: (change: Partial<ReviewSearchParams>, typing?: string) => void;
  /** Changes some filters; undefined removes one. */
  filter: (change: ReviewFilters, typing?: string) => void;
  /** Removes all filters, and discards input that is not applied yet. */
  clear: () => void;
  /** Opens a sale; null closes it. Moving between sales replaces one history entry. */
  open: (saleId: number | null) => void;
}

/** The navigation of a checker, for whom the filter of deleted sales has no effect: only admins see them. */
export function withoutDeleted(navigation: ReviewNavigation): ReviewNavigation {
  const { deleted, ...filters } = navigation.params.filters;
  if (deleted === undefined) return navigation;
  const ignored: IgnoredFilter[] = [...navigation.ignored, ['deleted', String(deleted)]];
  return { ...navigation, ignored, params: { ...navigation.params, filters } };
}

/** The query string of the review screen as state. */
export function useReviewNavigation(): ReviewNavigation {
  const { params, go, ignored, cleared, clear } = useUrlState(PATHS.review, FORMAT);
  const show: ReviewNavigation['show'] = (change, typing) => go({ sale: undefined, ...change }, typing);
  return {
    params,
    ignored,
    cleared,
    show,
    filter: (change, typing) =>
      show({ filters: { ...readReviewParams(location.search).filters, ...change } }, typing),
    clear: () => clear({ sale: undefined, filters: {} }),
    open: (saleId) => (saleId === null ? go({ sale: undefined }) : go({ sale: saleId }, 'sale')),
  };
}
