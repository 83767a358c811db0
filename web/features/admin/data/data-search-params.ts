import { ADMIN_SALE_SORTS } from '../../../../src/contract/admin/admin.ts';
import {
  oneOf,
  pageNumber,
  searchText,
  trueOrFalse,
} from '../../../../src/contract/market/search-param-values.ts';
import { SALE_STATUSES, type SaleStatus } from '../../../../src/contract/sale/statuses.ts';
import { fieldsFormat } from '../../../lib/fields-format.ts';

const DATA_SECTIONS = ['pokemon', 'items', 'sprites', 'duplicates'] as const;
export type DataSection = (typeof DATA_SECTIONS)[number];

export type EntrySort = (typeof ADMIN_SALE_SORTS)[number];

/** The section, filters, order and page of the data editor, kept in the query string. */
export interface DataSearchParams {
  section: DataSection;
  search?: string | undefined;
  status?: SaleStatus | undefined;
  /** Deleted entries only. */
  deleted: boolean;
  sort: EntrySort;
  order: 'asc' | 'desc';
  page: number;
}

const START: DataSearchParams = {
  section: 'pokemon',
  deleted: false,
  sort: 'date_submitted',
  order: 'desc',
  page: 1,
};

/** Reads and prints the query string of the Data Management tab. */
export const DATA_FORMAT = fieldsFormat<DataSearchParams>({
  tab: 'data',
  start: START,
  readers: {
    section: oneOf(DATA_SECTIONS),
    search: searchText,
    status: oneOf(SALE_STATUSES),
    deleted: trueOrFalse,
    sort: oneOf(ADMIN_SALE_SORTS),
    order: oneOf(['asc', 'desc'] as const),
    page: pageNumber,
  },
  filters: ['search', 'status', 'deleted'],
  keepsPage: ['page'],
});

/** Another section without filters. */
export const beginning = (section: DataSection): DataSearchParams => ({
  ...START,
  search: undefined,
  status: undefined,
  section,
});
