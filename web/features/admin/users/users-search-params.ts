import { ACCOUNT_STATUSES, ROLES } from '../../../../src/contract/accounts/roles.ts';
import { USER_SORTS } from '../../../../src/contract/admin/admin.ts';
import { oneOf, pageNumber, searchText } from '../../../../src/contract/shared/search-param-values.ts';
import { SORT_ORDERS } from '../../../../src/contract/shared/sort-orders.ts';
import { fieldsFormat, type StateOf } from '../../../lib/url-state-format.ts';

export const USERS_FORMAT = fieldsFormat({
  tab: 'users',
  start: { sort: 'created', order: 'desc', page: 1 },
  readers: {
    search: searchText,
    role: oneOf(ROLES),
    account_status: oneOf(ACCOUNT_STATUSES),
    sort: oneOf(USER_SORTS),
    order: oneOf(SORT_ORDERS),
    page: pageNumber,
  },
  filters: ['search', 'role', 'account_status'],
  keepsPage: ['page'],
});

export type UsersSearchParams = StateOf<typeof USERS_FORMAT>;
