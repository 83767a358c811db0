import { expect, it } from 'vitest';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { reviewPath } from '../../../lib/review-path.ts';
import { REVIEW_FORMAT, type ReviewSearchParams } from './review-search-params.ts';

const { read, print, ignored } = REVIEW_FORMAT;
const START: ReviewSearchParams = { tab: 'pending', page: 1, limit: LIMITS.reviewPageSize };

const full: ReviewSearchParams = {
  tab: 'all',
  view: 'workbench',
  sale: 12,
  kind: 'pokemon',
  status: 'rejected',
  name: 'Gar',
  submitter: 'ash_k',
  reviewer: 'misty_w',
  flagged: false,
  deleted: true,
  min_price: 5,
  date_to: '2026-01-31',
  page: 2,
  limit: 50,
};

it('round-trips', () => {
  expect(read(print(full))).toEqual(full);
  expect(print(START)).toBe('');
});

it('has no view until one is chosen', () => {
  expect(read('').view).toBeUndefined();
  expect(print({ ...START, view: 'cards' })).toBe('?view=cards');
});

it('leaves the queue unfiltered', () => {
  expect(read('?name=Gar&status=rejected')).toEqual(START);
  expect(print({ ...full, tab: 'pending' })).toBe('?view=workbench&sale=12&page=2&limit=50');
});

it('names the filters without effect', () => {
  expect(ignored('?tab=all&status=gone&kind=item&limit=7')).toEqual([['status', 'gone']]);
  expect(ignored('?status=rejected&view=cards')).toEqual([['status', 'rejected']]);
});

it('drops invalid values', () => {
  const nonsense = '?tab=all&kind=constructor&status=gone&limit=25&page=0&min_price=-1&view=list&sale=x';
  expect(read(nonsense)).toEqual({ ...START, tab: 'all', limit: 25 });
});

it.each([
  [{}, {}],
  [
    { status: 'approved', submitter: 'ash_k' },
    { status: 'approved', submitter: '=ash_k' },
  ],
  [{ reviewer: 'misty_w' }, { reviewer: '=misty_w' }],
  [
    { view: 'workbench', sale: 12 },
    { view: 'workbench', sale: 12 },
  ],
] as const)('reads what a link to %j leads to', (place, expected) => {
  const url = new URL(reviewPath(place), 'https://market.test');
  expect(REVIEW_FORMAT.read(url.search)).toEqual({ ...REVIEW_FORMAT.read('?tab=all'), ...expected });
});
