import { expect, it } from 'vitest';
import { ACCOUNT_FORMAT, START } from './account-search-params.ts';

const { read, print, ignored } = ACCOUNT_FORMAT;

it('prints non-default values and reads them back', () => {
  expect(print(START)).toBe('');
  for (const search of [
    '?status=rejected&page=2',
    '?status=pending&limit=50',
    '?tab=security',
    '?chart=shown&kind=item&days=90&zoom=2026-01-01..2026-02-01',
  ])
    expect(print(read(search))).toBe(search);
});

it('treats invalid values as absent', () => {
  expect(read('?tab=all&status=undone&page=-1&limit=7')).toEqual(START);
  expect(read('?chart=1&kind=egg&days=7&zoom=2026-02-01..2026-01-01')).toEqual(START);
  expect(read('?tab=security&status=rejected&page=3')).toEqual({ ...START, tab: 'security' });
});

it('names the filters without effect', () => {
  expect(ignored?.('?status=undone&page=0')).toEqual([['status', 'undone']]);
  expect(ignored?.('?status=rejected')).toEqual([]);
  expect(ignored?.('?tab=security&status=undone')).toEqual([]);
});

it('limits the page to the last possible one', () => {
  expect(read('?page=999999999&limit=50')).toMatchObject({ page: 2000 });
});
