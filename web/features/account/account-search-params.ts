import { chartWindow, printZoom, readZoom } from '../../../src/contract/market/market-search-params.ts';
import { SALE_KINDS } from '../../../src/contract/sale/kinds.ts';
import { SALE_STATUSES } from '../../../src/contract/sale/statuses.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import {
  oneNumberOf,
  oneOf,
  pageNumber,
  queryString,
} from '../../../src/contract/shared/search-param-values.ts';
import { fieldsFormat, type StateOf } from '../../lib/url-state-format.ts';
import type { Go, UrlStateFormat } from '../../lib/use-url-state.ts';

const ACCOUNT_TABS = ['submissions', 'notices', 'security', 'profile'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** Without a query string: all submissions, newest first. */
export const START = {
  tab: 'submissions',
  page: 1,
  limit: LIMITS.reviewPageSize,
  chart: 'hidden',
  days: LIMITS.priceHistory.maxDays,
} as const;

const FIELDS = fieldsFormat({
  start: START,
  readers: {
    tab: oneOf(ACCOUNT_TABS),
    /** Submissions in one state; absent for all of them. */
    status: oneOf(SALE_STATUSES),
    page: pageNumber,
    limit: oneNumberOf(LIMITS.reviewPageSizes),
    /** The chart of own sales, which is loaded when it is shown. */
    chart: oneOf(['shown', 'hidden'] as const),
    /** The kind of sales in the chart; absent for the kind of which there are more. */
    kind: oneOf(SALE_KINDS),
    /** The chart's time window in days. */
    days: chartWindow,
    zoom: readZoom,
  },
  filters: ['status'],
});

type AccountSearchParams = StateOf<typeof FIELDS>;

export interface AccountNavigation {
  params: AccountSearchParams;
  go: Go<AccountSearchParams>;
}

/** Only the submissions have more than their tab. */
const ofTab = (params: AccountSearchParams): AccountSearchParams =>
  params.tab === 'submissions' ? params : { ...START, tab: params.tab };

export const ACCOUNT_FORMAT: UrlStateFormat<AccountSearchParams> = {
  read: (search) => ofTab(FIELDS.read(search)),
  print: (params) => {
    const { zoom, ...fields } = ofTab(params);
    const query = new URLSearchParams(FIELDS.print(fields));
    if (zoom) query.set('zoom', printZoom(zoom));
    return queryString(query);
  },
  ignored: (search) => (FIELDS.read(search).tab === 'submissions' ? FIELDS.ignored(search) : []),
  keepsPage: ['page', 'chart', 'kind', 'days', 'zoom'],
};
