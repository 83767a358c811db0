import {
  ACCOUNT_STATUSES,
  type AccountStatus,
  ROLES,
  type Role,
} from '../../../../src/contract/accounts/roles.ts';
import { USER_SORTS, type UserSort } from '../../../../src/contract/admin/admin.ts';
import {
  lastPage,
  oneOf,
  pageNumber,
  printFields,
  queryString,
  type Readers,
  readFields,
  searchText,
} from '../../../../src/contract/market/search-param-values.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import type { UrlStateFormat } from '../../../lib/use-url-state.ts';

/** The filters, order and page of the Users tab, kept in the query string. */
export interface UsersAddress {
  search?: string | undefined;
  role?: Role | undefined;
  account_status?: AccountStatus | undefined;
  sort: UserSort;
  order: 'asc' | 'desc';
  page: number;
}

const START: UsersAddress = { sort: 'created', order: 'desc', page: 1 };

const FIELDS: Readers<UsersAddress> = {
  search: searchText,
  role: oneOf(ROLES),
  account_status: oneOf(ACCOUNT_STATUSES),
  sort: oneOf(USER_SORTS),
  order: oneOf(['asc', 'desc'] as const),
  page: pageNumber,
};
const NAMES = Object.keys(FIELDS) as (keyof UsersAddress)[];

/** Reads and prints the query string of the Users tab. */
export const USERS_FORMAT: UrlStateFormat<UsersAddress> = {
  read: (search) => {
    const given = { ...START, ...readFields<UsersAddress>(new URLSearchParams(search), FIELDS, NAMES) };
    return { ...given, page: Math.min(given.page, lastPage(LIMITS.adminPageSize)) };
  },
  print: ({ search, role, account_status, sort, order, page }) => {
    const query = new URLSearchParams({ tab: 'users' });
    printFields(query, { search, role, account_status, sort, order, page }, START);
    return queryString(query);
  },
  keepsPage: ['page'],
};

/** True when a filter is set. */
export const narrows = ({ search, role, account_status }: UsersAddress): boolean =>
  [search, role, account_status].some((filter) => filter !== undefined);
