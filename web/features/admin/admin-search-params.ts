import { oneOf } from '../../../src/contract/market/search-param-values.ts';
import { fieldsFormat } from '../../lib/url-state-format.ts';

const ADMIN_TABS = ['overview', 'users', 'data', 'logging', 'two-factor', 'settings'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** The open tab. The rest of the query string belongs to that tab: opening another one resets it. */
export const ADMIN_FORMAT = fieldsFormat({
  start: { tab: 'overview' },
  readers: { tab: oneOf(ADMIN_TABS) },
});
