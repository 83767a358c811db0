import type { ReturnRun } from '../../../../src/contract/oversight.ts';
import { errorText } from '../../../lib/errors.ts';
import { useKept } from '../../../lib/use-kept.ts';
import { MomentText } from '../../../ui/moment-text.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { ReturnProgress } from './return-progress.tsx';
import { sinceText } from './reviewer-labels.ts';
import { useReturnRuns } from './use-return-runs.ts';

const FAILED = 'Failed to load the returns';

/** The last returns of approvals, and how far those are that go on. */
export function ReturnRunList() {
  const query = useReturnRuns();
  const runs = useKept(query.data, 'runs')?.data;
  return (
    <section aria-label="Returns of approvals" className="space-y-3">
      <h2 className="text-lg font-semibold">Returns to review</h2>
      {query.isError && (
        <ErrorState
          banner={runs !== undefined}
          message={errorText(query.error, FAILED)}
          onRetry={query.refetch}
          retrying={query.isFetching}
        />
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
          Approvals by <span className="font-medium break-all">{reviewer}</span> since {sinceText(since)}
          {suspended && ', with a suspension'}
        </p>
        <p className="text-sm text-ink-soft">
          Asked for by {requested_by ?? 'an admin whose account is gone'}, <MomentText iso={created} />
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
