import { expect, it } from 'vitest';
import { printAddress, type ReviewAddress, readAddress, START } from './review-search-params.ts';

const full: ReviewAddress = {
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

it('gives back what it was given', () => {
  expect(readAddress(printAddress(full))).toEqual(full);
  expect(printAddress(START)).toBe('');
});

it('never filters the queue', () => {
  expect(readAddress('?name=Gar&status=rejected')).toEqual(START);
  expect(printAddress({ ...full, tab: 'pending' })).toBe('?view=workbench&sale=12&page=2&limit=50');
});

it('drops what makes no sense', () => {
  const nonsense = '?tab=all&kind=constructor&status=gone&limit=25&page=0&min_price=-1&view=list&sale=x';
  expect(readAddress(nonsense)).toEqual({ ...START, tab: 'all', limit: 25 });
});
