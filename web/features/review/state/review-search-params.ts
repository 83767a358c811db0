import { REVIEW_SCOPES, type ReviewScope } from '../../../../src/contract/review/review-values.ts';
import { SALE_KINDS } from '../../../../src/contract/sale/kinds.ts';
import { SALE_STATUSES } from '../../../../src/contract/sale/statuses.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { keysOf } from '../../../../src/contract/shared/record.ts';
import {
  calendarDay,
  type IgnoredFilter,
  oneNumberOf,
  oneOf,
  pageNumber,
  price,
  readWholeNumber,
  searchText,
  trueOrFalse,
} from '../../../../src/contract/shared/search-param-values.ts';
import { PATHS } from '../../../lib/paths.ts';
import { fieldsFormat, type StateOf } from '../../../lib/url-state-format.ts';
import { type UrlState, useUrlState } from '../../../lib/use-url-state.ts';

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
const FIELDS = fieldsFormat({
  start: { tab: 'pending', page: 1, limit: LIMITS.reviewPageSize },
  readers: {
    tab: oneOf(REVIEW_TABS),
    ...FILTERS,
    /** Absent: the view that was chosen last, or the one that fits the screen. */
    view: oneOf(REVIEW_VIEWS),
    /** The sale that is open. */
    sale: readWholeNumber(1, LIMITS.id.max),
    page: pageNumber,
    limit: oneNumberOf(LIMITS.reviewPageSizes),
  },
  filters: keysOf(FILTERS),
  keepsPage: ['page', 'sale', 'view'],
});

export type ReviewSearchParams = StateOf<typeof FIELDS>;

export const scopeOf = (tab: ReviewTab): ReviewScope => (tab === 'reviewers' ? 'pending' : tab);

/** The queue is never filtered. */
const ofTab = (params: ReviewSearchParams): ReviewSearchParams =>
  params.tab === 'all' ? params : { ...params, ...FIELDS.unfiltered };

export const REVIEW_FORMAT = {
  ...FIELDS,
  read: (search: string) => ofTab(FIELDS.read(search)),
  print: (params: ReviewSearchParams) => FIELDS.print(ofTab(params)),
  ignored(search: string): IgnoredFilter[] {
    if (FIELDS.read(search).tab === 'all') return FIELDS.ignored(search);
    return [...new URLSearchParams(search)].filter(([field, value]) => field in FILTERS && value !== '');
  },
};

export interface ReviewNavigation extends Omit<UrlState<ReviewSearchParams>, 'go' | 'clear'> {
  /** Changes the list, its filters or its view; closes the open sale. */
  show: (change: Partial<ReviewSearchParams>, typing?: string) => void;
  /** Removes all filters, and discards input that is not applied yet. */
  clear: () => void;
  /** Opens a sale; null closes it. Moving between sales replaces one history entry. */
  open: (saleId: number | null) => void;
}

/** Shows others than admins the queue instead of the reviewers, and no deleted sales. */
const forChecker = ({ deleted: _, ...params }: ReviewSearchParams): ReviewSearchParams => ({
  ...params,
  tab: scopeOf(params.tab),
});

export function useReviewNavigation(isAdmin: boolean): ReviewNavigation {
  const { params, go, ignored, cleared, clear } = useUrlState(PATHS.review, REVIEW_FORMAT);
  const { deleted } = params;
  return {
    params: isAdmin ? params : forChecker(params),
    ignored: isAdmin || deleted === undefined ? ignored : [...ignored, ['deleted', String(deleted)]],
    cleared,
    show: (change, typing) => go({ sale: undefined, ...change }, typing),
    clear: () => clear({ sale: undefined, ...FIELDS.unfiltered }),
    open: (saleId) => (saleId === null ? go({ sale: undefined }) : go({ sale: saleId }, 'sale')),
  };
}
