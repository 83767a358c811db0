import { useState } from 'react';
import { EVER, type ReturnRun, type Reviewer } from '../../../../src/contract/review/reviewer-audit.ts';
import { isInProgress } from '../../../../src/contract/shared/run-status.ts';
import { calendarDay } from '../../../../src/contract/shared/search-param-values.ts';
import { ApprovedSinceField } from '../../../accounts/approved-since-field.tsx';
import { errorText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import type { DialogState } from '../../../ui/overlays/use-dialog.ts';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import { ReturnProgress, useReloadAfterReturn, useReturnRun } from './return-run-list.tsx';
import { describeReturn, sinceText } from './reviewer-labels.ts';

interface ReturnDialogProps extends DialogState {
  reviewer: Reviewer;
  /** The day that the form starts with; empty for all approvals. */
  since: string;
}

/** What a return from a day on would do; never from the cache. */
const useForecast = (reviewer_id: number, since: string) =>
  trpc.reviewerAudit.preview.useQuery({ reviewer_id, since }, { staleTime: 0, gcTime: 0 });

/** Returns the approvals of a reviewer to review: shows the effect, asks for confirmation, then shows progress. */
export function ReturnDialog({ reviewer, since: initialSince, open, onClose }: ReturnDialogProps) {
  const { user_id: reviewer_id, username } = reviewer;
  const [day, setDay] = useState(initialSince);
  const since = calendarDay(day) ?? EVER;
  const forecast = useForecast(reviewer_id, since);
  /** What the return would do; undefined while that is unknown, or nothing. */
  const effect = forecast.data?.approvals ? forecast.data : undefined;
  const reload = useReloadAfterReturn();
  const start = trpc.reviewerAudit.start.useMutation({
    // After a failure too: another admin may have been first.
    onSettled: () => void reload(),
  });
  /** There is nothing to confirm, or no longer. */
  const isIdle = start.data !== undefined || forecast.data?.approvals === 0;

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Return approvals by ${username}`}
      named={username}
      description={
        !start.data &&
        "The sales leave the market history until they are approved again, including the reviewer's own submissions that skipped review."
      }
      submitLabel={effect ? describeReturn(effect) : 'Return to review'}
      danger
      disabled={!effect}
      nameToType={isIdle ? undefined : username}
      onSubmit={() => start.mutateAsync({ reviewer_id, since })}
      failureText={(error) => errorText(error, 'Failed to start the return')}
      footer={isIdle && <Button onClick={onClose}>Close</Button>}
    >
      {start.data ? (
        <StartedReturn run={start.data} />
      ) : (
        <>
          <ApprovedSinceField value={day} onValueChange={setDay} className="md:max-w-72" />
          <Forecast query={forecast} since={since} />
        </>
      )}
    </FormDialog>
  );
}

/** Names what the return affects, and that it cannot simply be undone. */
function Forecast({ query, since }: { query: ReturnType<typeof useForecast>; since: string }) {
  const { data, error } = query;
  return (
    <Announced className="tinted min-h-14 text-base">
      {error ? (
        <QueryError banner query={query} message="Failed to count the approvals" />
      ) : data ? (
        <>
          <p className="font-medium">
            {data.approvals === 0
              ? `${data.username} has no approvals to return${since === EVER ? '' : ` since ${sinceText(since)}`}.`
              : `${describeReturn(data)}.`}
          </p>
          {data.approvals > 0 && (
            <p className="text-sm text-ink-soft">To undo this, each sale has to be decided again.</p>
          )}
        </>
      ) : (
        <Skeleton className="my-1 h-4 w-64 max-w-full" />
      )}
    </Announced>
  );
}

function StartedReturn({ run: started }: { run: ReturnRun }) {
  const { data: run, isError } = useReturnRun(started);
  return (
    <div className="space-y-3">
      <Announced>
        <ReturnProgress run={run} />
      </Announced>
      {isInProgress(run.status) && (
        <p className="text-sm text-ink-faint">
          {isError
            ? 'The progress cannot be loaded right now. The return continues.'
            : 'The return continues when this window is closed.'}
        </p>
      )}
    </div>
  );
}
