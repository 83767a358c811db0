import { expect, it } from 'vitest';
import {
  ignoredFilters,
  printReviewParams,
  REVIEW_START,
  type ReviewSearchParams,
  readReviewParams,
} from './review-search-params.ts';

const full: ReviewSearchParams = {
  tab: 'all',
  view: 'workbench',
  sale: 12,
  filters: {
    kind: 'pokemon',
    status: 'rejected',
    name: 'Gar',
    submitter: 'ash_k',
    reviewer: 'misty_w',
    flagged: false,
    deleted: true,
    min_price: 5,
    date_to: '2026-01-31',
  },
  page: 2,
  limit: 50,
};

it('reads what it has written', () => {
  expect(readReviewParams(printReviewParams(full))).toEqual(full);
  expect(printReviewParams(REVIEW_START)).toBe('');
});

it('has no view until one is chosen', () => {
  expect(readReviewParams('').view).toBeUndefined();
  expect(printReviewParams({ ...REVIEW_START, view: 'cards' })).toBe('?view=cards');
});

it('leaves the queue unfiltered', () => {
  expect(readReviewParams('?name=Gar&status=rejected')).toEqual(REVIEW_START);
  expect(printReviewParams({ ...full, tab: 'pending' })).toBe('?view=workbench&sale=12&page=2&limit=50');
});

it('names the filters without effect', () => {
  expect(ignoredFilters('?tab=all&status=gone&kind=item&limit=7')).toEqual([['status', 'gone']]);
  expect(ignoredFilters('?status=rejected&view=cards')).toEqual([['status', 'rejected']]);
});

it('drops invalid values', () => {
  const nonsense = '?tab=all&kind=constructor&status=gone&limit=25&page=0&min_price=-1&view=list&sale=x';
  expect(readReviewParams(nonsense)).toEqual({ ...REVIEW_START, tab: 'all', limit: 25 });
});
