import { oneOf, printFields, queryString } from '../../../src/contract/market/search-param-values.ts';
import type { UrlStateFormat } from '../../lib/use-url-state.ts';

export const ADMIN_TABS = ['overview', 'users', 'data', 'logging', 'two-factor', 'settings'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** The open tab. The rest of the query string belongs to that tab. */
interface AdminAddress {
  tab: AdminTab;
  /** Each tab has its own paging. */
  page?: never;
}

const START: AdminAddress = { tab: 'overview' };

/** The address of the panel: opening a tab resets that tab's own parameters. */
export const ADMIN_FORMAT: UrlStateFormat<AdminAddress> = {
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
