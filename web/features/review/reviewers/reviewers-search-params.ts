import {
  calendarDay,
  oneOf,
  printFields,
  queryString,
  type Readers,
  readFields,
} from '../../../../src/contract/address-values.ts';
import type { Reviewer } from '../../../../src/contract/oversight.ts';
import type { AddressFormat } from '../../../lib/use-address.ts';

const REVIEWER_SORTS = [
  'username',
  'decisions',
  'overturned',
  'median_wait_seconds',
  'median_seconds',
  'last_decision',
] as const;
export type ReviewerSort = (typeof REVIEWER_SORTS)[number];

/** What of the reviewers' figures shows, and in which order; the query string holds it. */
export interface ReviewersAddress {
  /** Decisions from that day on; of all time without it. */
  since?: string | undefined;
  sort: ReviewerSort;
  order: 'asc' | 'desc';
  /** All of them show at once. */
  page?: never;
}

const START: ReviewersAddress = { sort: 'decisions', order: 'desc' };

const FIELDS: Readers<Omit<ReviewersAddress, 'page'>> = {
  since: calendarDay,
  sort: oneOf(REVIEWER_SORTS),
  order: oneOf(['asc', 'desc'] as const),
};

/** The address of the Reviewers tab. */
export const REVIEWERS_FORMAT: AddressFormat<ReviewersAddress> = {
  read: (search) => ({
    ...START,
    ...readFields(new URLSearchParams(search), FIELDS, ['since', 'sort', 'order']),
  }),
  print: ({ since, sort, order }) => {
    const query = new URLSearchParams({ tab: 'reviewers' });
    printFields(query, { since, sort, order }, START);
    return queryString(query);
  },
  keepsPage: ['since', 'sort', 'order'],
};

/** By one figure; who has none comes last, whichever way. */
export function sortReviewers(
  reviewers: readonly Reviewer[],
  { sort, order }: Pick<ReviewersAddress, 'sort' | 'order'>,
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
