import type { ReturnRun } from '../../../../src/contract/review/reviewer-audit.ts';
import { isInProgress } from '../../../../src/contract/shared/run-status.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';

/** How often the progress of an unfinished return is requested. */
const POLL_MS = 1_000;

const pollsWhile = (unfinished: boolean | undefined) => (unfinished ? POLL_MS : false);

/** Reloads everything that a return changes: figures, lists, counts and the returns themselves. */
export function useReloadAfterReturn(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () => Promise.all([utils.reviewerAudit.invalidate(), utils.reviews.invalidate()]);
}

const anyUnfinished = (runs: readonly ReturnRun[] | undefined) =>
  runs?.some(({ status }) => isInProgress(status)) ?? false;

/** The latest returns, newest first; polled while one is unfinished. */
export function useReturnRuns() {
  const reload = useReloadAfterReturn();
  const query = trpc.reviewerAudit.runs.useQuery(
    {},
    { refetchInterval: ({ state }) => pollsWhile(anyUnfinished(state.data?.data)) },
  );
  const ended = query.data?.data.filter(({ status }) => !isInProgress(status));
  useOnChange(ended?.map(({ run_id }) => run_id).join(), reload);
  return query;
}

/** One return, polled until it is finished. */
export function useReturnRun(run: ReturnRun) {
  const reload = useReloadAfterReturn();
  const query = trpc.reviewerAudit.run.useQuery(
    { run_id: run.run_id },
    {
      initialData: run,
      staleTime: 0,
      refetchInterval: ({ state }) => pollsWhile(state.data && isInProgress(state.data.status)),
    },
  );
  useOnChange(isInProgress(query.data.status), reload);
  return query;
}
