import {
  lastPage,
  oneNumberOf,
  oneOf,
  pageNumber,
  printFields,
  queryString,
  type Readers,
  readFields,
} from '../../../src/contract/address-values.ts';
import { LIMITS } from '../../../src/contract/limits.ts';
import { SALE_STATUSES, type SaleStatus } from '../../../src/contract/sale.ts';

export const ACCOUNT_TABS = ['submissions', 'security'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

interface SubmissionsAddress {
  /** Submissions in one state; absent for all of them. */
  status?: SaleStatus | undefined;
  page: number;
  limit: number;
}

/** What shows of the account; the query string holds it. */
export interface AccountAddress extends SubmissionsAddress {
  tab: AccountTab;
}

/** What the bare address shows: all submissions, from the newest. */
export const START: AccountAddress = { tab: 'submissions', page: 1, limit: LIMITS.reviewPageSize };

const SUBMISSIONS: Readers<SubmissionsAddress> = {
  status: oneOf(SALE_STATUSES),
  page: pageNumber,
  limit: oneNumberOf(LIMITS.reviewPageSizes),
};

/** Reads a query string. Whatever makes no sense in it counts as absent. */
export function readAddress(search: string): AccountAddress {
  const query = new URLSearchParams(search);
  const tab = oneOf(ACCOUNT_TABS)(query.get('tab') ?? '') ?? START.tab;
  if (tab !== 'submissions') return { ...START, tab };
  const given = {
    ...START,
    ...readFields<SubmissionsAddress>(query, SUBMISSIONS, ['status', 'page', 'limit']),
  };
  return { ...given, page: Math.min(given.page, lastPage(given.limit)) };
}

/** The query string of an address. Says only what differs from the start. */
export function printAddress({ tab, status, page, limit }: AccountAddress): string {
  const query = new URLSearchParams();
  printFields(query, tab === 'submissions' ? { status, page, limit } : { tab }, START);
  return queryString(query);
}
