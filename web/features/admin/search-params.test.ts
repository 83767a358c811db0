import { describe, expect, it } from 'vitest';
import { ADMIN_FORMAT } from './admin-screen.tsx';
import { DATA_FORMAT, withoutFilters } from './data/data-search-params.ts';
import { USERS_FORMAT } from './users/users-search-params.ts';

describe('the panel', () => {
  it.each([
    ['', 'overview', ''],
    ['?tab=users&search=ash&page=3', 'users', '?tab=users'],
    ['?tab=TWO-FACTOR', 'two-factor', '?tab=two-factor'],
    ['?tab=nothing', 'overview', ''],
  ])('reads %s as %s', (search, tab, printed) => {
    expect(ADMIN_FORMAT.read(search).tab).toBe(tab);
    expect(ADMIN_FORMAT.print(ADMIN_FORMAT.read(search))).toBe(printed);
  });
});

describe('the users', () => {
  it.each([
    '?tab=users',
    '?tab=users&search=ash+k&role=checker&account_status=Suspended&sort=email&order=asc&page=4',
  ])('survives a round trip: %s', (search) => {
    expect(USERS_FORMAT.print(USERS_FORMAT.read(search))).toBe(search);
  });

  it('drops invalid values', () => {
    const params = USERS_FORMAT.read(
      '?tab=users&role=boss&account_status=gone&sort=password&order=up&page=0',
    );
    expect(USERS_FORMAT.print(params)).toBe('?tab=users');
  });

  it('names the filters without effect', () => {
    const search = '?tab=users&search=ash&role=boss&account_status=active&sort=password';
    expect(USERS_FORMAT.ignored?.(search)).toEqual([['role', 'boss']]);
  });

  it('limits the page to the last one the server offers', () => {
    expect(USERS_FORMAT.read('?tab=users&page=999999').page).toBe(2000);
  });

  it.each([
    ['?tab=users&sort=email&page=2', 0],
    ['?tab=users&search=a&sort=email', 1],
    ['?tab=users&role=user&account_status=active', 2],
  ])('counts the filters of %s: %s', (search, set) => {
    const params = USERS_FORMAT.read(search);
    expect(USERS_FORMAT.filtersSet(params)).toBe(set);
    expect(USERS_FORMAT.filtersSet({ ...params, ...USERS_FORMAT.unfiltered })).toBe(0);
  });
});

describe('the data', () => {
  it.each([
    '?tab=data',
    '?tab=data&section=items&search=%2312&status=rejected&deleted=true&sort=price&order=asc&page=2',
    '?tab=data&section=duplicates',
  ])('survives a round trip: %s', (search) => {
    expect(DATA_FORMAT.print(DATA_FORMAT.read(search))).toBe(search);
  });

  it('prints no default for deleted entries', () => {
    expect(DATA_FORMAT.print(DATA_FORMAT.read('?tab=data&deleted=false'))).toBe('?tab=data');
  });

  it('names the filters without effect', () => {
    expect(DATA_FORMAT.ignored?.('?tab=data&status=gone&deleted=false')).toEqual([['status', 'gone']]);
    expect(DATA_FORMAT.ignored?.('?tab=data&deleted=yes')).toEqual([['deleted', 'yes']]);
  });

  it('resets the filters when another section opens', () => {
    const before = DATA_FORMAT.read('?tab=data&search=candy&status=pending&deleted=true&sort=name&page=3');
    expect(DATA_FORMAT.print({ ...before, ...withoutFilters('sprites') })).toBe('?tab=data&section=sprites');
  });
});
