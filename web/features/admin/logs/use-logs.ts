import { useEffect, useMemo } from 'react';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { useLastDefined } from '../../../lib/server/fetched.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { matchesLog } from './logs-match.ts';
import { type LogsFilter, logFilter } from './logs-search-params.ts';
import { type LogSource, LogStore } from './logs-store.ts';

type Client = ReturnType<typeof trpc.useUtils>['client'];

const sourceOf = ({ logs }: Client, filter: LogsFilter): LogSource => ({
  async read(limit, before) {
    const { category } = filter;
    const page = { limit, ...(before && { before }) };
    const answer = await logs.category.query({ category, ...logFilter(filter), ...page });
    return answer.logs;
  },
  async readFile() {
    const { files } = await logs.files.query({});
    const found = files.find(({ category }) => filter.category === 'all' || category === filter.category);
    if (!found) return null;
    const { lines } = await logs.content.query({ file: found.name, lines: LIMITS.logs.default });
    return { file: found.name, lines: lines.filter((line) => matchesLog(filter, line)).toReversed() };
  },
});

/** The lines of a filter; see `LogStore`. */
export function useLogs(filter: LogsFilter) {
  const { client } = trpc.useUtils();
  const store = useMemo(() => new LogStore(sourceOf(client, filter)), [client, filter]);
  const state = store.use();
  /** After a change of filters the previous lines, until the first answer. */
  const shown = useLastDefined(state.ready ? state : undefined, filter.category);
  useEffect(() => {
    void store.load();
  }, [store]);
  return { store, shown, state };
}
