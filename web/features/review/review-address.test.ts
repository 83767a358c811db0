import { expect, it } from 'vitest';
import { printAddress, type ReviewAddress, readAddress, START } from './review-address.ts';

const full: ReviewAddress = {
  scope: 'all',
  filters: {
    kind: 'pokemon',
    status: 'rejected',
    name: 'Gar',
    submitter: 'ash_k',
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
  expect(printAddress({ ...full, scope: 'pending' })).toBe('?page=2&limit=50');
});

it('drops what makes no sense', () => {
  expect(readAddress('?tab=all&kind=constructor&status=gone&limit=25&page=0&min_price=-1')).toEqual({
    ...START,
    scope: 'all',
    limit: 25,
  });
});
