import { useId } from 'react';
import type { ReturnRun, Reviewer } from '../../../../src/contract/review/reviewer-audit.ts';
import { todayUtc } from '../../../../src/contract/shared/dates.ts';
import { isInProgress } from '../../../../src/contract/shared/run-status.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { QueryError } from '../../../ui/query-error.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { ReturnProgress } from './return-run-list.tsx';
import { describeReturn, sinceText } from './reviewer-labels.ts';
import { type ReturnRequest, useReturnRequest } from './use-return-request.ts';
import { useReturnRun } from './use-return-runs.ts';

interface ReturnDialogProps {
  reviewer: Reviewer;
  /** The day that the form starts with; empty for none. */
  since: string;
  open: boolean;
  onClose: () => void;
}

/** Returns the approvals of a reviewer to review: shows the effect, asks for confirmation, then shows progress. */
export function ReturnDialog({ reviewer, since, open, onClose }: ReturnDialogProps) {
  const { username } = reviewer;
  const request = useReturnRequest(reviewer, since);
  const { effect, pending, run } = request;
  const formId = useId();
  const formButtons = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        type="submit"
        form={formId}
        variant="danger"
        disabled={!effect}
        pending={pending}
        className="whitespace-normal! max-md:py-2"
      >
        {effect ? describeReturn(effect) : 'Return to review'}
      </Button>
    </>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Return approvals by ${username}`}
      description={
        !run &&
        'The sales leave the market history until they are approved again. Submissions of the reviewer that skipped review are among them.'
      }
      footer={run ? <Button onClick={onClose}>Close</Button> : formButtons}
    >
      {run ? <StartedReturn run={run} /> : <ReturnForm id={formId} username={username} request={request} />}
    </Dialog>
  );
}

interface ReturnFormProps {
  id: string;
  username: string;
  request: ReturnRequest;
}

function ReturnForm({ id, username, request }: ReturnFormProps) {
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void request.send();
      }}
      className="space-y-4"
    >
      <DateField
        label="Approved since"
        hint="Starts at midnight UTC of that day."
        required
        value={request.since}
        max={todayUtc()}
        onValueChange={request.setSince}
        className="md:max-w-56"
      />
      <Forecast request={request} />
      <TextField
        label={`Type ${username} to confirm`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={request.confirmation}
        error={request.confirmationError}
        onChange={(event) => request.confirm(event.target.value)}
      />
      <FormAlert>{request.failure}</FormAlert>
    </form>
  );
}

/** Names what the return affects, and that it cannot simply be undone. */
function Forecast({ request: { forecast, since } }: { request: ReturnRequest }) {
  const { data, error, isFetching } = forecast;
  return (
    <Announced className="min-h-14 rounded-md bg-sunken px-3 py-2 text-base">
      {error ? (
        <QueryError banner query={forecast} message="Failed to count the approvals" />
      ) : data ? (
        <>
          <p className="font-medium">
            {data.approvals === 0
              ? `${data.username} has no approvals to return since ${sinceText(since)}.`
              : `${describeReturn(data)}.`}
          </p>
          {data.approvals > 0 && (
            <p className="text-sm text-ink-soft">To undo this, each sale has to be decided again.</p>
          )}
        </>
      ) : isFetching ? (
        <Skeleton className="my-1 h-4 w-64 max-w-full" />
      ) : (
        <p className="text-ink-soft">Choose the first day whose approvals are returned.</p>
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
