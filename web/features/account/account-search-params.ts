import {
  CHART_WINDOWS,
  printZoom,
  readZoom,
  type Zoom,
} from '../../../src/contract/market/market-search-params.ts';
import {
  type IgnoredFilter,
  invalidFields,
  lastPage,
  oneNumberOf,
  oneOf,
  pageNumber,
  printFields,
  queryString,
  type Readers,
  readFields,
} from '../../../src/contract/market/search-param-values.ts';
import { SALE_KINDS, type SaleKind } from '../../../src/contract/sale/kinds.ts';
import { SALE_STATUSES, type SaleStatus } from '../../../src/contract/sale/statuses.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import type { Go } from '../../lib/use-url-state.ts';

const ACCOUNT_TABS = ['submissions', 'notices', 'security', 'profile'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

interface SubmissionsSearchParams {
  /** Submissions in one state; absent for all of them. */
  status?: SaleStatus | undefined;
  page: number;
  limit: number;
  /** The chart of own sales, which is loaded when it is shown. */
  chart: 'shown' | 'hidden';
  /** The kind of sales in the chart; absent for the kind of which there are more. */
  kind?: SaleKind | undefined;
  /** The chart's time window in days. */
  days: number;
  zoom?: Zoom | undefined;
}

/** The tab, filter and page of the account screen, kept in the query string. */
export interface AccountSearchParams extends SubmissionsSearchParams {
  tab: AccountTab;
}

/** The state of the account screen, and how to change it. */
export interface AccountNavigation {
  params: AccountSearchParams;
  go: Go<AccountSearchParams>;
}

/** Without a query string: all submissions, newest first. */
export const START: AccountSearchParams = {
  tab: 'submissions',
  page: 1,
  limit: LIMITS.reviewPageSize,
  chart: 'hidden',
  days: LIMITS.priceHistory.maxDays,
};

const SUBMISSIONS: Readers<SubmissionsSearchParams> = {
  status: oneOf(SALE_STATUSES),
  page: pageNumber,
  limit: oneNumberOf(LIMITS.reviewPageSizes),
  chart: oneOf(['shown', 'hidden']),
  kind: oneOf(SALE_KINDS),
  days: oneNumberOf(CHART_WINDOWS),
  zoom: readZoom,
};
const FIELDS = ['status', 'page', 'limit', 'chart', 'kind', 'days', 'zoom'] as const;

const tabOf = (query: URLSearchParams): AccountTab =>
  oneOf(ACCOUNT_TABS)(query.get('tab') ?? '') ?? START.tab;

/** Reads a query string; invalid values count as absent. */
export function readSearchParams(search: string): AccountSearchParams {
  const query = new URLSearchParams(search);
  const tab = tabOf(query);
  if (tab !== 'submissions') return { ...START, tab };
  const given = {
    ...START,
    ...readFields<SubmissionsSearchParams>(query, SUBMISSIONS, FIELDS),
  };
  return { ...given, page: Math.min(given.page, lastPage(given.limit)) };
}

/** The filters of a query string that have no effect. */
export function ignoredFilters(search: string): IgnoredFilter[] {
  const query = new URLSearchParams(search);
  return tabOf(query) === 'submissions' ? invalidFields(query, SUBMISSIONS, ['status']) : [];
}

/** Prints the query string; defaults are left out. */
export function printSearchParams(params: AccountSearchParams): string {
  const { tab, status, page, limit, chart, kind, days, zoom } = params;
  const query = new URLSearchParams();
  printFields(query, tab === 'submissions' ? { status, page, limit, chart, kind, days } : { tab }, START);
  if (tab === 'submissions' && zoom) query.set('zoom', printZoom(zoom));
  return queryString(query);
}
