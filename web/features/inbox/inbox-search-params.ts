import {
  lastPage,
  oneNumberOf,
  pageNumber,
  printFields,
  queryString,
  type Readers,
  readFields,
  trueOrFalse,
} from '../../../src/contract/market/search-param-values.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';

/** The filter and page of the inbox, kept in the query string. */
export interface InboxSearchParams {
  /** Only entries that are not read. */
  unread: boolean;
  page: number;
  limit: number;
}

const START: InboxSearchParams = { unread: false, page: 1, limit: LIMITS.list.default };

const READERS: Readers<InboxSearchParams> = {
  unread: trueOrFalse,
  page: pageNumber,
  limit: oneNumberOf(LIMITS.browsePageSizes),
};

/** Reads a query string; invalid values count as absent. */
export function readSearchParams(search: string): InboxSearchParams {
  const query = new URLSearchParams(search);
  const given = { ...START, ...readFields(query, READERS, ['unread', 'page', 'limit']) };
  return { ...given, page: Math.min(given.page, lastPage(given.limit)) };
}

/** Prints the query string; defaults are left out. */
export function printSearchParams(params: InboxSearchParams): string {
  const query = new URLSearchParams();
  printFields(query, params, START);
  return queryString(query);
}
