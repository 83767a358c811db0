import { useEffect, useRef } from 'react';
import { isUnfinished, type ReturnRun } from '../../../../src/contract/oversight.ts';
import { trpc } from '../../../lib/trpc.ts';

/** How often a return that is under way is looked at. */
const POLL_MS = 1_000;

const pollsWhile = (unfinished: boolean | undefined) => (unfinished ? POLL_MS : false);

/** Loads again what a return changes: figures, lists, counts, and the returns themselves. */
export function useReloadAfterReturn(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () => Promise.all([utils.oversight.invalidate(), utils.reviews.invalidate()]);
}

/** Calls `work` whenever something that was under way has ended. */
function useOnEnd(underWay: boolean, work: () => unknown): void {
  const before = useRef(false);
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (before.current && !underWay) latest.current();
    before.current = underWay;
  }, [underWay]);
}

const anyUnfinished = (runs: readonly ReturnRun[] | undefined) =>
  runs?.some(({ status }) => isUnfinished(status)) ?? false;

/** The last returns, newest first; looked at again while one is under way. */
export function useReturnRuns() {
  const reload = useReloadAfterReturn();
  const query = trpc.oversight.runs.useQuery(
    {},
    { refetchInterval: ({ state }) => pollsWhile(anyUnfinished(state.data?.data)) },
  );
  useOnEnd(anyUnfinished(query.data?.data), reload);
  return query;
}

/** One return, followed to its end. */
export function useReturnRun(run: ReturnRun) {
  const reload = useReloadAfterReturn();
  const query = trpc.oversight.run.useQuery(
    { run_id: run.run_id },
    {
      initialData: run,
      staleTime: 0,
      refetchInterval: ({ state }) => pollsWhile(state.data && isUnfinished(state.data.status)),
    },
  );
  useOnEnd(isUnfinished(query.data.status), reload);
  return query;
}
