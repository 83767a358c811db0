import {
  invalidFields,
  lastPage,
  oneOf,
  printFields,
  queryString,
  type Readers,
  readFields,
} from '../../../src/contract/market/search-param-values.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import type { UrlStateFormat } from '../../lib/use-url-state.ts';

const ADMIN_TABS = ['overview', 'users', 'data', 'logging', 'two-factor', 'settings'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** The open tab. The rest of the query string belongs to that tab. */
interface AdminSearchParams {
  tab: AdminTab;
  /** Each tab has its own paging. */
  page?: never;
}

const START: AdminSearchParams = { tab: 'overview' };

/** The query string of the panel: opening a tab resets that tab's own parameters. */
export const ADMIN_FORMAT: UrlStateFormat<AdminSearchParams> = {
  read: (search) => ({
    tab: oneOf(ADMIN_TABS)(new URLSearchParams(search).get('tab') ?? '') ?? START.tab,
  }),
  print: ({ tab }) => {
    const query = new URLSearchParams();
    printFields(query, { tab }, START);
    return queryString(query);
  },
  keepsPage: [],
};

/**
 * Reads and prints the query string of a tab with a list: its filters, order and page.
 *
 * @param start the state without parameters
 * @param readers the parameters, in the order in which they are printed
 * @param filters those that narrow the list
 */
export function listFormat<T extends { page: number }>(
  tab: AdminTab,
  start: T,
  readers: Readers<T>,
  filters: readonly (keyof T & string)[],
): UrlStateFormat<T> {
  const fields = Object.keys(readers) as (keyof T & string)[];
  return {
    read: (search) => {
      const given = { ...start, ...readFields<T>(new URLSearchParams(search), readers, fields) };
      return { ...given, page: Math.min(given.page, lastPage(LIMITS.adminPageSize)) };
    },
    print: (params) => {
      const query = new URLSearchParams({ tab });
      printFields(query, Object.fromEntries(fields.map((field) => [field, params[field]])), start);
      return queryString(query);
    },
    ignored: (search) => invalidFields<T>(new URLSearchParams(search), readers, filters),
    keepsPage: ['page'],
  };
}
