import {
  ACCOUNT_STATUSES,
  type AccountStatus,
  ROLES,
  type Role,
} from '../../../../src/contract/accounts/roles.ts';
import { USER_SORTS, type UserSort } from '../../../../src/contract/admin/admin.ts';
import { oneOf, pageNumber, searchText } from '../../../../src/contract/market/search-param-values.ts';
import { fieldsFormat } from '../../../lib/fields-format.ts';

/** The filters, order and page of the Users tab, kept in the query string. */
export interface UsersSearchParams {
  search?: string | undefined;
  role?: Role | undefined;
  account_status?: AccountStatus | undefined;
  sort: UserSort;
  order: 'asc' | 'desc';
  page: number;
}

const START: UsersSearchParams = { sort: 'created', order: 'desc', page: 1 };

/** Reads and prints the query string of the Users tab. */
export const USERS_FORMAT = fieldsFormat<UsersSearchParams>({
  tab: 'users',
  start: START,
  readers: {
    search: searchText,
    role: oneOf(ROLES),
    account_status: oneOf(ACCOUNT_STATUSES),
    sort: oneOf(USER_SORTS),
    order: oneOf(['asc', 'desc'] as const),
    page: pageNumber,
  },
  filters: ['search', 'role', 'account_status'],
  keepsPage: ['page'],
});

/** True when a filter is set. */
export const narrows = ({ search, role, account_status }: UsersSearchParams): boolean =>
  [search, role, account_status].some((filter) => filter !== undefined);
