import { oneNumberOf, pageNumber, trueOrFalse } from '../../../src/contract/market/search-param-values.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { fieldsFormat } from '../../lib/fields-format.ts';

/** The filter and page of the inbox, kept in the query string. */
interface InboxSearchParams {
  /** Only entries that are not read. */
  unread: boolean;
  page: number;
  limit: number;
}

/** Reads and prints the query string of the inbox. */
export const INBOX_FORMAT = fieldsFormat<InboxSearchParams>({
  start: { unread: false, page: 1, limit: LIMITS.list.default },
  readers: { unread: trueOrFalse, page: pageNumber, limit: oneNumberOf(LIMITS.browsePageSizes) },
  filters: ['unread'],
  keepsPage: ['page'],
});
