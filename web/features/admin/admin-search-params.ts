import { oneOf, printFields, queryString } from '../../../src/contract/address-values.ts';
import type { AddressFormat } from '../../lib/use-address.ts';

export const ADMIN_TABS = ['overview', 'users', 'data', 'logging', 'two-factor', 'settings'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** Which tab of the panel shows; what else stands in the query string belongs to the tab. */
interface AdminAddress {
  tab: AdminTab;
  /** Each tab pages by itself. */
  page?: never;
}

const START: AdminAddress = { tab: 'overview' };

/** The address of the panel itself: going to a tab begins it anew. */
export const ADMIN_FORMAT: AddressFormat<AdminAddress> = {
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
