import type { Reviewer } from '../../../../src/contract/review/reviewer-audit.ts';
import { calendarDay, oneOf } from '../../../../src/contract/shared/search-param-values.ts';
import { SORT_ORDERS } from '../../../../src/contract/shared/sort-orders.ts';
import { fieldsFormat, type StateOf } from '../../../lib/url-state-format.ts';

const REVIEWER_SORTS = [
  'username',
  'decisions',
  'overturned',
  'median_wait_seconds',
  'median_seconds',
  'last_decision',
] as const;
export type ReviewerSort = (typeof REVIEWER_SORTS)[number];

export const REVIEWERS_FORMAT = fieldsFormat({
  tab: 'reviewers',
  start: { sort: 'decisions', order: 'desc' },
  readers: {
    /** Decisions since that day; without it, all of them. */
    since: calendarDay,
    sort: oneOf(REVIEWER_SORTS),
    order: oneOf(SORT_ORDERS),
  },
  filters: ['since'],
});

type ReviewersSearchParams = StateOf<typeof REVIEWERS_FORMAT>;

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
