import { ADMIN_SALE_SORTS } from '../../../../src/contract/admin/admin.ts';
import {
  lastPage,
  oneOf,
  pageNumber,
  printFields,
  queryString,
  type Readers,
  readFields,
  searchText,
  trueOrFalse,
} from '../../../../src/contract/market/search-param-values.ts';
import { SALE_STATUSES, type SaleStatus } from '../../../../src/contract/sale/sale.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import type { UrlStateFormat } from '../../../lib/use-url-state.ts';

export const DATA_SECTIONS = ['pokemon', 'items', 'sprites', 'duplicates'] as const;
export type DataSection = (typeof DATA_SECTIONS)[number];

export type EntrySort = (typeof ADMIN_SALE_SORTS)[number];

/** The section, filters, order and page of the data editor, kept in the query string. */
export interface DataAddress {
  section: DataSection;
  search?: string | undefined;
  status?: SaleStatus | undefined;
  /** Shows deleted entries only. */
  deleted?: boolean | undefined;
  sort: EntrySort;
  order: 'asc' | 'desc';
  page: number;
}

const START: DataAddress = { section: 'pokemon', sort: 'date_submitted', order: 'desc', page: 1 };

const FIELDS: Readers<DataAddress> = {
  section: oneOf(DATA_SECTIONS),
  search: searchText,
  status: oneOf(SALE_STATUSES),
  deleted: trueOrFalse,
  sort: oneOf(ADMIN_SALE_SORTS),
  order: oneOf(['asc', 'desc'] as const),
  page: pageNumber,
};
const NAMES = Object.keys(FIELDS) as (keyof DataAddress)[];

/** Reads and prints the query string of the Data Management tab. */
export const DATA_FORMAT: UrlStateFormat<DataAddress> = {
  read: (search) => {
    const given = { ...START, ...readFields<DataAddress>(new URLSearchParams(search), FIELDS, NAMES) };
    return { ...given, page: Math.min(given.page, lastPage(LIMITS.adminPageSize)) };
  },
  print: ({ section, search, status, deleted, sort, order, page }) => {
    const query = new URLSearchParams({ tab: 'data' });
    const shown = { section, search, status, deleted: deleted || undefined, sort, order, page };
    printFields(query, shown, START);
    return queryString(query);
  },
  keepsPage: ['page'],
};

/** Another section without filters. */
export const beginning = (section: DataSection): DataAddress => ({
  ...START,
  search: undefined,
  status: undefined,
  deleted: undefined,
  section,
});
