import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useKept } from '../../../lib/server/use-kept.ts';
import { matchesLog } from './logs-match.ts';
import { type LogsSearchParams, logQuery } from './logs-search-params.ts';
import { type LogSource, type LogState, LogStore } from './logs-store.ts';

type Client = ReturnType<typeof trpc.useUtils>['client'];

const sourceOf = ({ logs }: Client, params: LogsSearchParams): LogSource => ({
  async read(limit, before) {
    const answer = await logs.category.query({ ...logQuery(params), limit, ...(before && { before }) });
    return answer.logs;
  },
  async readFile() {
    const { files } = await logs.files.query({});
    const found = files.find(({ category }) => category === params.category);
    if (!found) return null;
    const { lines } = await logs.content.query({ file: found.name, lines: LIMITS.logs.default });
    return { file: found.name, lines: lines.filter((line) => matchesLog(params, line)).toReversed() };
  },
});

export interface Logs {
  store: LogStore;
  source: LogSource;
  /** What is shown; after a change of filters the previous lines, until the first answer. */
  shown: LogState | undefined;
  state: LogState;
}

/** The lines of one category and filter; see `LogStore`. */
export function useLogs(params: LogsSearchParams): Logs {
  const { client } = trpc.useUtils();
  const { source, store } = useMemo(() => {
    const of = sourceOf(client, params);
    return { source: of, store: new LogStore(of) };
  }, [client, params]);
  const state = useSyncExternalStore(store.subscribe, store.state);
  const shown = useKept(state.ready ? state : undefined, params.category);
  useEffect(() => {
    void store.load();
  }, [store]);
  return { store, source, shown, state };
}
