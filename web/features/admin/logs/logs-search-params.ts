import { LOG_LEVELS, LOG_SCOPES } from '../../../../src/contract/admin/logs.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { momentOf } from '../../../../src/contract/shared/moments.ts';
import { oneOf, type Reader, searchText } from '../../../../src/contract/shared/search-param-values.ts';
import { withoutForbiddenCharacters } from '../../../../src/contract/shared/text.ts';
import { fieldsFormat, type StateOf } from '../../../lib/url-state-format.ts';

/** Lines below `info` are not kept. */
export const KEPT_LEVELS = LOG_LEVELS.filter((level) => level !== 'debug');

/** Text to find in a line. Spaces are kept, unlike in names. */
export const logText: Reader<string> = (text) =>
  withoutForbiddenCharacters(text).slice(0, LIMITS.logs.search) || undefined;

/** A moment in UTC in its shortest form: `2026-03-12T18:00Z`. */
export const printMoment = (at: Date): string => at.toISOString().replace(/(:00)?\.000Z$/, 'Z');

const moment: Reader<string> = (text) => {
  const at = momentOf(text);
  return at ? printMoment(at) : undefined;
};

export const LOGS_FORMAT = fieldsFormat({
  tab: 'logging',
  start: { category: 'all' },
  readers: {
    category: oneOf(LOG_SCOPES),
    search: logText,
    user: searchText,
    level: oneOf(KEPT_LEVELS),
    /** In UTC, so that a shared link shows the same lines everywhere. */
    from: moment,
    to: moment,
  },
  filters: ['category', 'search', 'user', 'level', 'from', 'to'],
});

export type LogsSearchParams = StateOf<typeof LOGS_FORMAT>;

const { category, ...others } = LOGS_FORMAT.unfiltered;

/** No filters, in any category. */
export const NO_FILTER = others;

/** How many filters are set, besides the category. */
export const logFiltersSet = (params: LogsSearchParams): number =>
  LOGS_FORMAT.filtersSet({ ...params, category: 'all' });

/** The filters of the query string, and the viewer's own choice. */
export interface LogsFilter extends LogsSearchParams {
  /** The account whose successful queries and subscriptions are left out, as on the server. */
  hideReadsOf?: string;
}

/** The filters of any category, for the server. */
export const logFilter = ({ search, user, level, from, to, hideReadsOf }: LogsFilter) => ({
  search,
  user,
  level,
  startDate: from,
  endDate: to,
  hideOwnReads: hideReadsOf === undefined ? undefined : true,
});
