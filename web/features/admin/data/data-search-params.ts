import { ADMIN_SALE_SORTS } from '../../../../src/contract/admin/admin.ts';
import { SALE_STATUSES } from '../../../../src/contract/sale/statuses.ts';
import {
  oneOf,
  pageNumber,
  searchText,
  trueOrFalse,
} from '../../../../src/contract/shared/search-param-values.ts';
import { SORT_ORDERS } from '../../../../src/contract/shared/sort-orders.ts';
import { fieldsFormat, type StateOf } from '../../../lib/url-state-format.ts';

const DATA_SECTIONS = ['pokemon', 'items', 'sprites', 'duplicates'] as const;
export type DataSection = (typeof DATA_SECTIONS)[number];

export type EntrySort = (typeof ADMIN_SALE_SORTS)[number];

export const DATA_FORMAT = fieldsFormat({
  tab: 'data',
  start: { section: 'pokemon', deleted: false, sort: 'date_submitted', order: 'desc', page: 1 },
  readers: {
    section: oneOf(DATA_SECTIONS),
    search: searchText,
    status: oneOf(SALE_STATUSES),
    /** Deleted entries only. */
    deleted: trueOrFalse,
    sort: oneOf(ADMIN_SALE_SORTS),
    order: oneOf(SORT_ORDERS),
    page: pageNumber,
  },
  filters: ['search', 'status', 'deleted'],
  keepsPage: ['page'],
});

export type DataSearchParams = StateOf<typeof DATA_FORMAT>;

export const withoutFilters = (section: DataSection): DataSearchParams => ({
  ...DATA_FORMAT.unfiltered,
  ...DATA_FORMAT.read(''),
  section,
});
