import {
  type IgnoredFilter,
  invalidFields,
  lastPage,
  oneNumberOf,
  oneOf,
  pageNumber,
  printFields,
  queryString,
  type Readers,
  readFields,
} from '../../../src/contract/market/search-param-values.ts';
import { SALE_STATUSES, type SaleStatus } from '../../../src/contract/sale/statuses.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';

export const ACCOUNT_TABS = ['submissions', 'security'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

interface SubmissionsSearchParams {
  /** Submissions in one state; absent for all of them. */
  status?: SaleStatus | undefined;
  page: number;
  limit: number;
}

/** The tab, filter and page of the account screen, kept in the query string. */
export interface AccountSearchParams extends SubmissionsSearchParams {
  tab: AccountTab;
}

/** Without a query string: all submissions, newest first. */
export const START: AccountSearchParams = { tab: 'submissions', page: 1, limit: LIMITS.reviewPageSize };

const SUBMISSIONS: Readers<SubmissionsSearchParams> = {
  status: oneOf(SALE_STATUSES),
  page: pageNumber,
  limit: oneNumberOf(LIMITS.reviewPageSizes),
};

const tabOf = (query: URLSearchParams): AccountTab =>
  oneOf(ACCOUNT_TABS)(query.get('tab') ?? '') ?? START.tab;

/** Reads a query string; invalid values count as absent. */
export function readSearchParams(search: string): AccountSearchParams {
  const query = new URLSearchParams(search);
  const tab = tabOf(query);
  if (tab !== 'submissions') return { ...START, tab };
  const given = {
    ...START,
    ...readFields<SubmissionsSearchParams>(query, SUBMISSIONS, ['status', 'page', 'limit']),
  };
  return { ...given, page: Math.min(given.page, lastPage(given.limit)) };
}

/** The filters of a query string that have no effect. */
export function ignoredFilters(search: string): IgnoredFilter[] {
  const query = new URLSearchParams(search);
  return tabOf(query) === 'submissions' ? invalidFields(query, SUBMISSIONS, ['status']) : [];
}

/** Prints the query string; defaults are left out. */
export function printSearchParams({ tab, status, page, limit }: AccountSearchParams): string {
  const query = new URLSearchParams();
  printFields(query, tab === 'submissions' ? { status, page, limit } : { tab }, START);
  return queryString(query);
}
