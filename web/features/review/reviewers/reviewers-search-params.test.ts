import { expect, it } from 'vitest';
import type { Reviewer } from '../../../../src/contract/review/reviewer-audit.ts';
import { REVIEWERS_FORMAT, sortReviewers } from './reviewers-search-params.ts';

const { read, print } = REVIEWERS_FORMAT;

it.each([
  ['?tab=reviewers', { sort: 'decisions', order: 'desc' }],
  ['?tab=reviewers&since=2026-03-01', { since: '2026-03-01', sort: 'decisions', order: 'desc' }],
  ['?tab=reviewers&sort=overturned&order=asc', { sort: 'overturned', order: 'asc' }],
])('%s is read and written', (search, state) => {
  expect(read(search)).toEqual(state);
  expect(print(read(search))).toBe(search);
});

it('ignores invalid values', () => {
  const search = '?tab=reviewers&since=2026-02-30&sort=luck&order=up';
  expect(read(search)).toEqual({ sort: 'decisions', order: 'desc' });
  expect(REVIEWERS_FORMAT.ignored?.(search)).toEqual([['since', '2026-02-30']]);
});

const reviewer = (username: string, median_seconds: number | null): Reviewer => ({
  user_id: 1,
  role: 'checker',
  account_status: 'Active',
  decisions: 0,
  approved: 0,
  rejected: 0,
  overturned: 0,
  overturned_share: null,
  median_wait_seconds: null,
  last_decision: null,
  username,
  median_seconds,
});

it('sorts by a column, then by name; reviewers without a value come last', () => {
  const all = [reviewer('b', 5), reviewer('c', null), reviewer('a', 5), reviewer('d', 1)];
  const names = (order: 'asc' | 'desc') =>
    sortReviewers(all, { sort: 'median_seconds', order }).map(({ username }) => username);
  expect(names('asc')).toEqual(['d', 'a', 'b', 'c']);
  expect(names('desc')).toEqual(['a', 'b', 'd', 'c']);
  expect(sortReviewers(all, { sort: 'username', order: 'desc' })[0]?.username).toBe('d');
});
