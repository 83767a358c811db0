import {
  calendarDay,
  invalidFields,
  oneOf,
  printFields,
  queryString,
  type Readers,
  readFields,
} from '../../../../src/contract/market/search-param-values.ts';
import type { Reviewer } from '../../../../src/contract/review/reviewer-audit.ts';
import type { UrlStateFormat } from '../../../lib/use-url-state.ts';

const REVIEWER_SORTS = [
  'username',
  'decisions',
  'overturned',
  'median_wait_seconds',
  'median_seconds',
  'last_decision',
] as const;
export type ReviewerSort = (typeof REVIEWER_SORTS)[number];

/** The state of the Reviewers tab that its query string holds. */
export interface ReviewersSearchParams {
  /** Decisions since that day; without it, all of them. */
  since?: string | undefined;
  sort: ReviewerSort;
  order: 'asc' | 'desc';
  /** There are no pages. */
  page?: never;
}

const START: ReviewersSearchParams = { sort: 'decisions', order: 'desc' };

const FIELDS: Readers<Omit<ReviewersSearchParams, 'page'>> = {
  since: calendarDay,
  sort: oneOf(REVIEWER_SORTS),
  order: oneOf(['asc', 'desc'] as const),
};

/** How the query string of the Reviewers tab is read and printed. */
export const REVIEWERS_FORMAT: UrlStateFormat<ReviewersSearchParams> = {
  read: (search) => ({
    ...START,
    ...readFields(new URLSearchParams(search), FIELDS, ['since', 'sort', 'order']),
  }),
  print: ({ since, sort, order }) => {
    const query = new URLSearchParams({ tab: 'reviewers' });
    printFields(query, { since, sort, order }, START);
    return queryString(query);
  },
  ignored: (search) => invalidFields(new URLSearchParams(search), FIELDS, ['since']),
  keepsPage: ['since', 'sort', 'order'],
};

/** Sorts by one column; reviewers without a value come last in both orders. */
export function sortReviewers(
  reviewers: readonly Reviewer[],
  { sort, order }: Pick<ReviewersSearchParams, 'sort' | 'order'>,
): Reviewer[] {
  const direction = order === 'asc' ? 1 : -1;
  return reviewers.toSorted((one, other) => {
    const [a, b] = [one[sort], other[sort]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const difference =
      typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b), 'en', { sensitivity: 'base' });
    return direction * difference || one.username.localeCompare(other.username, 'en');
  });
}
