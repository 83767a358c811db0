import { expect, it } from 'vitest';
import { printAddress, readAddress, START } from './account-search-params.ts';

it('prints what differs from the start, and reads it back', () => {
  expect(printAddress(START)).toBe('');
  for (const search of ['?status=rejected&page=2', '?status=pending&limit=50', '?tab=security'])
    expect(printAddress(readAddress(search))).toBe(search);
});

it('takes what makes no sense as absent', () => {
  expect(readAddress('?tab=all&status=undone&page=-1&limit=7')).toEqual(START);
  expect(readAddress('?tab=security&status=rejected&page=3')).toEqual({ ...START, tab: 'security' });
});

it('goes no further than the last page that a list has', () => {
  expect(readAddress('?page=999999999&limit=50')).toMatchObject({ page: 2000 });
});
