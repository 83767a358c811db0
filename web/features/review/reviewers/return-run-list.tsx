import { CircleAlert, CircleCheck } from 'lucide-react';
import { EVER, type ReturnRun } from '../../../../src/contract/review/reviewer-audit.ts';
import { counted, formatNumber, plural } from '../../../../src/contract/shared/plural.ts';
import { isInProgress } from '../../../../src/contract/shared/run-status.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { cx } from '../../../ui/cx.ts';
import { ProgressBar } from '../../../ui/states/progress-bar.tsx';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import { MomentText } from '../../../ui/time/moment-text.tsx';
import { sinceText } from './reviewer-labels.ts';

/** How often the progress of an unfinished return is requested. */
const POLL_MS = 1_000;

/** Reloads everything that a return changes: figures, lists, counts and the returns themselves. */
export function useReloadAfterReturn(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () => Promise.all([utils.reviewerAudit.invalidate(), utils.reviews.invalidate()]);
}

const pollInterval = (runs: readonly ReturnRun[] = []) =>
  runs.some(({ status }) => isInProgress(status)) ? POLL_MS : false;

/** The latest returns, newest first; polled while one is unfinished. */
export function useReturnRuns() {
  const reload = useReloadAfterReturn();
  const query = trpc.reviewerAudit.runs.useQuery(
    {},
    { refetchInterval: ({ state }) => pollInterval(state.data?.data) },
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
      refetchInterval: ({ state }) => pollInterval(state.data && [state.data]),
    },
  );
  useOnChange(isInProgress(query.data.status), reload);
  return query;
}

export function ReturnRunList() {
  const query = useReturnRuns();
  const runs = query.data?.data;
  return (
    <section aria-label="Returns of approvals" className="space-y-3">
      <h2 className="text-lg font-semibold">Returns to review</h2>
      {query.isError && (
        <QueryError banner={runs !== undefined} query={query} message="Failed to load the returns" />
      )}
      {!runs && !query.isError && <Skeleton className="h-16 w-full" />}
      {runs?.length === 0 && (
        <p className="text-base text-ink-soft">No approvals have been returned to review yet.</p>
      )}
      {runs && runs.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface">
          {runs.map((run) => (
            <RunRow key={run.run_id} run={run} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RunRow({ run }: { run: ReturnRun }) {
  const { reviewer, since, suspended, requested_by, created, status } = run;
  return (
    <li className="grid gap-x-6 gap-y-2 px-3 py-2.5 md:grid-cols-[1fr_18rem] md:items-center md:px-4">
      <div className="min-w-0">
        <p className="text-base">
          Approvals by <span className="font-medium break-all">{reviewer}</span>
          {!since.startsWith(EVER) && ` since ${sinceText(since)}`}
          {suspended && ', with a suspension'}
        </p>
        <p className="text-sm text-ink-soft">
          Requested by {requested_by ?? 'a deleted account'}, <MomentText iso={created} />
        </p>
      </div>
      <div>
        <ReturnProgress run={run} />
        {status === 'failed' && (
          <p className="mt-0.5 text-xs text-ink-faint">Return the rest from the table above.</p>
        )}
      </div>
    </li>
  );
}

/** `3 of 37 returned` */
function progressLabel({ status, returned, total }: ReturnRun): string {
  const progress = `${formatNumber(returned)} of ${formatNumber(total)}`;
  if (status === 'waiting') return `Waiting to start: ${progress}`;
  if (status === 'running') return `${progress} returned`;
  if (status === 'failed') return `Stopped after ${progress}`;
  return `${counted(returned, 'approval')} ${plural(returned, 'is', 'are')} back in review`;
}

/** The progress of a return: a label, and a bar until it is finished. */
export function ReturnProgress({ run }: { run: ReturnRun }) {
  const { status, returned, total } = run;
  const label = progressLabel(run);
  return (
    <div>
      {isInProgress(status) && (
        <ProgressBar
          label={`Approvals by ${run.reviewer} returned to review`}
          value={returned}
          max={total}
          text={label}
        />
      )}
      <p
        className={cx(
          'flex items-center gap-1.5 text-sm tabular-nums',
          status === 'failed' ? 'text-rejected' : status === 'done' ? 'text-approved' : 'text-ink-soft',
        )}
      >
        {status === 'failed' && <CircleAlert aria-hidden className="size-4 shrink-0" />}
        {status === 'done' && <CircleCheck aria-hidden className="size-4 shrink-0" />}
        {label}
      </p>
    </div>
  );
}
