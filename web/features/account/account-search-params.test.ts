import { expect, it } from 'vitest';
import { printAddress, readAddress, START } from './account-search-params.ts';

it('prints non-default values and reads them back', () => {
  expect(printAddress(START)).toBe('');
  for (const search of ['?status=rejected&page=2', '?status=pending&limit=50', '?tab=security'])
    expect(printAddress(readAddress(search))).toBe(search);
});

it('treats invalid values as absent', () => {
  expect(readAddress('?tab=all&status=undone&page=-1&limit=7')).toEqual(START);
  expect(readAddress('?tab=security&status=rejected&page=3')).toEqual({ ...START, tab: 'security' });
});

it('limits the page to the last possible one', () => {
  expect(readAddress('?page=999999999&limit=50')).toMatchObject({ page: 2000 });
});
